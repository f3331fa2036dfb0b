// The reasoner for boards up to 16×16.

#include "logic/reasoner.hpp"

namespace ninefold::logic {

// For the tests, too, which then need not compile all techniques again.
template void find(Finder<4>&, Technique);
template std::string verify(const Position<4>&, const Step<4>&, bool);

std::unique_ptr<Reasoner> reasoner_to_16(const Shape& shape, const Names& names) {
    return std::make_unique<SizedReasoner<4>>(shape, names);
}

}  // namespace ninefold::logic
