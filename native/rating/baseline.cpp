// For every CPU.
#define NINEFOLD_VERSION for_every_cpu
#include "table.hpp"

const ninefold::rating::Version ninefold::rating::baseline = ninefold::rating::for_every_cpu::version("baseline");
