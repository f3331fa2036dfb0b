// The engine with eight and sixteen lanes, compiled for every CPU: compilers split the wide vectors into narrower ones.
#define NINEFOLD_VERSION for_tests
#include "lanes/engine.hpp"

#include "harness.hpp"

namespace harness {

using ninefold::lanes::for_tests::version;

const Version generic[2] = {version<8>("generic 8"), version<16>("generic 16")};

}  // namespace harness
