import { Freshness } from '#features/search/server/index.ts'

// What was written is found, however busy the machine is.
Freshness.patience = 60_000
