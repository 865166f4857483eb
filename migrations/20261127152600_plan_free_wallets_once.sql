-- With an array of unknown length the plan for those that come seems cheaper than one for any, so that it was made anew by each statement that places orders.
alter function wallets_lock_free set plan_cache_mode = force_generic_plan;
