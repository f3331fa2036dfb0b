// The reasoner for boards up to 9×9.

#include "logic/reasoner.hpp"

namespace ninefold::logic {

std::unique_ptr<Reasoner> reasoner_to_9(const Shape& shape) { return std::make_unique<SizedReasoner<2>>(shape); }

}  // namespace ninefold::logic
