// The reasoner for boards up to 25×25.

#include "logic/reasoner.hpp"

namespace ninefold::logic {

// For the tests, too, which then need not compile all techniques again.
template void find(Finder<10>&, Technique);
template std::string verify(const Position<10>&, const Step<10>&, bool);

std::unique_ptr<Reasoner> reasoner_to_25(const Shape& shape, const Names& names) {
    return std::make_unique<SizedReasoner<10>>(shape, names);
}

}  // namespace ninefold::logic
