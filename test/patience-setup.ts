// Beside the index of the feature, which would load the whole search for tests that have nothing to do with it.
import { Freshness } from '../src/features/search/server/indexing/freshness.ts'

// New content is found, however busy the machine is.
Freshness.patience = 60_000
