// For every CPU: four lanes.
#define NINEFOLD_VERSION for_every_cpu
#include "engine.hpp"

namespace ninefold::lanes {

const Version baseline = for_every_cpu::version<4>("baseline");

}  // namespace ninefold::lanes
