import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/longest-first.ts'
import { temporaryRoot } from './test/temporary-folder.ts'

process.env['TMPDIR'] = temporaryRoot()
// As the server that is built: React's development build takes half as long again over a page.
process.env['NODE_ENV'] = 'production'

export default defineConfig({
  test: {
    // Three projects: `vitest run --project unit`, `--project component` and `--project e2e`.
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: ['**/*.component.test.tsx'],
          globalSetup: ['./test/postgres-setup.ts', './test/temporary-folder.ts'],
          setupFiles: ['./test/property-setup.ts', './test/patience-setup.ts'],
          // These only end what hangs for good: a busy machine is slow to start a wiki and a database for each file.
          testTimeout: 180_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          include: ['src/**/*.component.test.tsx'],
          environment: 'jsdom',
          // React has `act` only in its development build.
          env: { NODE_ENV: 'test' },
          execArgv: ['--import', './scripts/lib/tsx.mjs', '--import', './test/style-sheets.mjs'],
          setupFiles: ['./src/platform/web/testing/setup.ts', './test/property-setup.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['src/**/*.e2e.ts', 'test/**/*.e2e.ts'],
          globalSetup: ['./test/temporary-folder.ts'],
          setupFiles: ['./test/patience-setup.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // As long as the browser waits for an element; see test/browser.ts.
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
    environment: 'node',
    pool: 'forks',
    // Views are .tsx, which Node does not load by itself.
    execArgv: ['--import', './scripts/lib/tsx.mjs'],
    // Of either project, beside each other on two cores: with a third browser test each took so long on a slow machine
    // that limits of time ended it.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // The sources run on Node as they are. Each worker loads them once, for all its files: loading the whole wiki again
    // for each, through Vite, took longer than the tests themselves.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    isolate: false,
    runner: './test/lane-runner.ts',
    restoreMocks: true,
    // The output of a test is read when it failed.
    silent: 'passed-only',
    // Files are reported, not their tests, unless one takes very long.
    slowTestThreshold: 30_000,
    unstubEnvs: true,
  },
})
