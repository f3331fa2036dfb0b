// The reasoner for boards up to 9×9.

#include "logic/reasoner.hpp"

namespace ninefold::logic {

// For the tests, too, which then need not compile all techniques again.
template void find(Finder<2>&, Technique);
template std::string verify(const Position<2>&, const Step<2>&, bool);

std::unique_ptr<Reasoner> reasoner_to_9(const Shape& shape, const Names& names) {
    return std::make_unique<SizedReasoner<2>>(shape, names);
}

}  // namespace ninefold::logic
