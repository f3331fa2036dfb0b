// The reasoner for boards up to 16×16.

#include "logic/reasoner.hpp"

namespace ninefold::logic {

std::unique_ptr<Reasoner> reasoner_to_16(const Shape& shape) { return std::make_unique<SizedReasoner<4>>(shape); }

}  // namespace ninefold::logic
