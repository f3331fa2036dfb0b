// The reasoner for boards up to 25×25.

#include "logic/reasoner.hpp"

namespace ninefold::logic {

std::unique_ptr<Reasoner> reasoner_to_25(const Shape& shape) { return std::make_unique<SizedReasoner<10>>(shape); }

}  // namespace ninefold::logic
