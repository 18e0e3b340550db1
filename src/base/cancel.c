/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/cancel.h"

static const bool not_watched = true;

const bool *cancel_used = &not_watched;
