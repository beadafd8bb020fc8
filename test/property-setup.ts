import fc from 'fast-check'

/**
 * The seed of all property tests that name none: the same for each run, so that a failure says something about the
 * change under test. `OXBOW_TEST_SEED` sets another, to look for what this one does not find.
 */
const seed = Number(process.env['OXBOW_TEST_SEED'] ?? 20_261_125)

fc.configureGlobal({ seed })
