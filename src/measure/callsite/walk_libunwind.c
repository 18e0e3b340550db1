#define UNW_LOCAL_ONLY
#include "measure/callsite/walk.h"

#include <libunwind.h>

int walk_stack(void **addresses, int most)
{
    return unw_backtrace(addresses, most);
}
