/* SPDX-License-Identifier: BSD-3-Clause */
#include "flow_requests.h"

bool flow_requests_add(struct map *requests, uint32_t number,
                       const struct flow *flow)
{
    struct flow_request *request;

    if (number == 0)
        return true;
    request = map_get(requests, sizeof(*request), &number, sizeof(number));
    if (request != NULL)
        request->flow = *flow;
    return request != NULL;
}

bool flow_requests_take(struct map *requests, uint32_t number,
                        struct flow *flow)
{
    struct flow_request *request =
        map_find(requests, sizeof(*request), &number, sizeof(number));

    if (request == NULL)
        return false;
    *flow = request->flow;
    map_remove(requests, sizeof(*request), sizeof(number), request);
    return true;
}
