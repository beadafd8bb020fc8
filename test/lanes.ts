import { execFileSync } from 'node:child_process'
import { root } from '../scripts/lib/packages.mjs'

/*
 * The lanes of the tests. The quick lane (`npm test`) runs everything that a change can break; the full lane
 * (`npm run test:all`) runs every case; the fast lane (`npm test -- --fast`) runs the cases of the quick lane that need
 * neither browser nor PostgreSQL nor much time. A case that no rule here names is in all of them.
 */

export type Lane = 'fast' | 'quick' | 'full'

/** A test case, by the names of its suites and its own. */
export interface Case {
  readonly names: readonly string[]
}

interface Rule {
  /** A test file, all below a folder where it ends with `/`, or all that match. */
  readonly files: string | RegExp
  /** The cases meant, by their full names (joined by ` > `); all by default. */
  readonly cases?: RegExp
  /**
   * `full`: the full lane alone. `quick`: the quick and the full lane. A number n: the quick lane runs one of n cases,
   * another with each commit, and the fast lane none.
   */
  readonly lane: 'full' | 'quick' | number
  /** Whether whole files are the cases of a sweep, since later cases of a file may build on earlier ones. */
  readonly wholeFiles?: true
  /** Cases that always run, such as those of inputs that failed once; for whole files, their paths. */
  readonly always?: RegExp
  readonly why: string
}

/**
 * Files that run on both engines in the quick lane: what they test has SQL written by hand, or depends on how an engine
 * locks, notifies, sorts or searches. The other files run on SQLite there, and on both engines in the full lane.
 */
export const BOTH_ENGINES: Readonly<Record<string, string>> = {
  'src/query-plans.test.ts': 'statements and plans of each engine',
  'src/platform/server/backup/backup.test.ts': 'copies rows from one engine to the other',
  'src/platform/server/database/concurrency.test.ts': 'locks and retried transactions',
  'src/platform/server/database/fact-cache.test.ts': 'invalidation between connections',
  'src/platform/server/database/away.test.ts': 'waits until a database counts as away',
  'src/platform/server/database/migrations.test.ts': 'DDL of each engine',
  'src/platform/server/database/prepared.test.ts': 'statement caches of each driver',
  'src/platform/server/database/sequences.test.ts': 'sequences of each engine',
  'src/platform/server/events/events.test.ts': 'the order of the log under concurrent writers, NOTIFY',
  'src/platform/server/http/response-cache.test.ts': 'invalidation by events of other processes',
  'src/platform/server/jobs/jobs.test.ts': 'claims of jobs: SKIP LOCKED or one writer',
  'src/platform/server/settings.test.ts': 'settings changed by other processes',
  'src/features/accounts/permissions.test.ts': 'recursive groups in SQL',
  'src/features/accounts/users.test.ts': 'case folding and sorting of names',
  'src/features/analytics/analytics.test.ts': 'aggregates written by hand',
  'src/features/attachments/attachments.test.ts': 'ids and versions of files in SQL',
  'src/features/attachments/space-files.test.ts': 'sorted windows over files',
  'src/features/comments/threads.test.ts': 'recursive threads',
  'src/features/comments/migrations.test.ts': 'data migrations of each engine',
  'src/features/content/content.test.ts': 'writes, versions and locks of content',
  'src/features/content/positions.test.ts': 'byte order of positions',
  'src/features/content/space-move.test.ts': 'recursive updates of a tree',
  'src/features/content/statement-counts.test.ts': 'the number of statements for each engine',
  'src/features/content/statements.test.ts': 'the number of statements for each engine',
  'src/features/content/tree.test.ts': 'recursive queries over the tree',
  'src/features/content/versions.test.ts': 'versions written concurrently',
  'src/features/labels/labels.test.ts': 'counts of labels in SQL',
  'src/features/notifications/mail-queue.test.ts': 'claims of mails',
  'src/features/recently-viewed/recently-viewed.test.ts': 'upserts',
  'src/features/restrictions/page-state.test.ts': 'guards in SQL',
  'src/features/search/cql.test.ts': 'full text of each engine',
  'src/features/search/excerpts.test.ts': 'full text of each engine',
  'src/features/search/frequent.test.ts': 'full text of each engine',
  'src/features/search/freshness.test.ts': 'the index behind the log of events',
  'src/features/search/quicknav.test.ts': 'full text of each engine',
  'src/features/search/rest.test.ts': 'full text of each engine',
  'src/features/spaces/deletion.test.ts': 'deletion in steps',
  'src/features/spaces/migrations.test.ts': 'data migrations of each engine',
  'src/features/tasks/report.test.ts': 'sorted and paged reports in SQL',
  'src/features/watches/watches.test.ts': 'upserts and recursive watches',
}

/**
 * Browser tests of the flows that most users meet most often. They run in each quick lane, the others in one of ten.
 */
const FLOWS = [
  'attachments/uploads',
  'content/pages',
  'dashboard/dashboard',
  'editor/editor',
  'likes/likes',
  'search/quick-search',
  'setup/setup',
  'tasks/tasks',
]

/** Files and folders that the fast lane leaves out, with the reason for the time that they take. */
export const SLOW: Readonly<Record<string, string>> = {
  'src/cli/': 'starts a process for each command',
  'scripts/': 'tests tools of this repository, by starting them',
  'bench/': 'tests the benchmark, by running it',
  'test/launch.test.ts': 'starts the launcher',
  'src/query-plans.test.ts': 'calls the whole wiki, to plan all its statements',
  'src/anonymous.test.ts': 'makes all calls of the wiki',
  'src/cached-calls.test.ts': 'makes all cached calls with each cookie and header',
  'src/language/linear.test.ts': 'parses and writes texts of several sizes, to compare the times',
  'src/language/nesting.test.ts': 'parses and writes texts of great depth',
  'src/language/markers.test.ts': 'searches long texts',
  'src/features/attachments/streaming.test.ts': 'sends hundreds of megabytes',
  'src/features/content-core/large-texts.test.ts': 'renders each sample in a thread as well',
  'src/features/content/many-links.test.ts': 'writes hundreds of pages that link to one',
  'src/features/content/rendering.test.ts': 'renders for as long as the limits allow',
  'src/features/backup-jobs/backup-jobs.test.ts': 'backs up and restores whole wikis',
  'src/features/diagrams/copy.test.ts': 'copies diagrams between all kinds of pages',
  'src/features/diagrams/drawn-in-threads.test.ts': 'draws each sample in a thread as well',
  'src/features/previews/': 'converts documents in other processes',
  'src/features/tasks/many.test.ts': 'writes 100,000 tasks',
  'src/platform/server/database/away.test.ts': 'waits until a database counts as away',
  'src/platform/server/database/migrations.test.ts': 'migrates a wiki for each migration',
}

/** Rules for single files and cases. The first rule that names a case decides. */
export const RULES: readonly Rule[] = [
  {
    files: 'src/features/content/corpus.test.ts',
    cases: /is published, comes back the same/,
    lane: 6,
    why: 'a sweep over 600 real pages',
  },
  {
    files: 'src/features/restrictions/permission-export.test.ts',
    lane: 3,
    why: 'a sweep over kinds of pages × readers × exports',
  },
  { files: 'test/odd-names.test.ts', lane: 3, why: 'a sweep over odd titles and names of files' },
  { files: 'src/foreign-names.test.ts', cases: /are names like any other/, lane: 3, why: 'a sweep over all calls' },
  { files: 'test/screens.e2e.ts', lane: 16, why: 'a sweep over all screens, dialogs and states with axe' },
  {
    files: 'src/language/nesting.test.ts',
    cases: /and its mutations are read back/,
    lane: 8,
    why: 'a sweep over 600 real pages and what mutations make of them',
  },
  {
    files: 'src/features/content/rendering.test.ts',
    cases: /refuses a text that is too long/,
    lane: 4,
    why: 'a sweep over ways to be too long, by megabytes',
  },
  {
    files: 'src/features/content/content.test.ts',
    cases: /postgres.* > refuses lists within lists/,
    lane: 'full',
    why: 'a limit that does not depend on the engine, over tens of thousands of pages',
  },
  {
    files: 'src/cli/import-killed.test.ts',
    lane: 'full',
    why: 'kills and resumes an import of 2,000 pages twenty times; src/cli/spaces.test.ts does so once',
  },
  {
    files: 'src/cli/cli.test.ts',
    cases: /^the command line > /,
    lane: 2,
    why: 'a sweep over commands that are refused or ended, each of which starts processes',
  },
  {
    files: 'scripts/kill-test/kill-test.test.ts',
    lane: 'full',
    why: 'a long kill test; processes.test.ts kills a process that serves in the quick lane',
  },
  {
    files: 'src/features/attachments/streaming.test.ts',
    cases: /300 MB of raw bytes/,
    lane: 'full',
    why: 'the second way of 300 MB; the form, which does more with them, is in the quick lane',
  },
  {
    files: 'src/features/diagrams/editor.e2e.ts',
    cases: /a hundred steps/,
    lane: 'full',
    why: '300 keys in a browser; the store of the editor is tested for them',
  },
  {
    files: /^src\/features\/live-editing\/ten-writers\./,
    lane: 'full',
    why: 'types for seconds while processes are killed; processes.test.ts kills servers once in the quick lane',
  },
  {
    files: 'src/cli/diagram-killed.test.ts',
    lane: 'full',
    why: 'a long kill test; diagram-bulk.test.ts kills an import in the quick lane',
  },
  {
    files: /^src\/features\/.*\.e2e\.ts$/,
    lane: 10,
    wholeFiles: true,
    always: new RegExp(`^src/features/(?:${FLOWS.join('|')}|content/corpus|editor/corpus)\\.e2e\\.ts$`),
    why: 'details of features in a browser, most of which unit, component and HTTP tests prove as well',
  },
  ...Object.entries(SLOW).map(([files, why]) => ({ files, lane: 'quick', why }) as const),
]

/** A case on PostgreSQL, by the name that `describe.each(ENGINES)` gives its suite. */
const isOnPostgres = ({ names }: Case): boolean => names.some(name => /\bpostgres\b/.test(name))

/**
 * The number that selects the shares of this run: `OXBOW_TEST_SHARE` (set by `npm test -- --share N`), or one that
 * follows from the commit.
 */
export function shareNumber(): number {
  const given = process.env['OXBOW_TEST_SHARE']
  if (given !== undefined) return Number(given)
  try {
    const hash = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return Number.parseInt(hash.slice(0, 6), 16)
  } catch {
    // A tree without its history, such as an unpacked archive.
    return 0
  }
}

function isAmong(file: string, files: string | RegExp): boolean {
  if (typeof files !== 'string') return files.test(file)
  return files.endsWith('/') ? file.startsWith(files) : file === files
}

/** Hash of a path. Its factor divides today's browser tests into ten shares of about the same time. */
function hashOf(file: string): number {
  return [...file].reduce((hash, letter) => (Math.imul(hash, 7549) + letter.charCodeAt(0)) >>> 0, 0) >>> 8
}

/** Decides which cases of a file the fast or the quick lane leaves to the others. */
export class Lanes {
  readonly #rules: readonly Rule[]
  readonly #bothEngines: Readonly<Record<string, string>>
  readonly #share: number
  readonly #isFast: boolean

  constructor(
    rules: readonly Rule[],
    bothEngines: Readonly<Record<string, string>>,
    share: number,
    lane: 'fast' | 'quick' = 'quick',
  ) {
    this.#rules = rules
    this.#bothEngines = bothEngines
    this.#share = share
    this.#isFast = lane === 'fast'
  }

  /**
   * @param file path from the root
   * @returns the indexes of the cases that do not run in this lane
   */
  left(file: string, cases: readonly Case[]): number[] {
    /** How many cases each rule with shares has met. */
    const met = new Map<Rule, number>()
    return cases.flatMap((one, index) => {
      if (isOnPostgres(one) && (this.#isFast || !(file in this.#bothEngines))) return [index]
      const name = one.names.join(' > ')
      const rule = this.#rules.find(
        ({ files, cases: pattern }) => isAmong(file, files) && (!pattern || pattern.test(name)),
      )
      if (!rule || rule.always?.test(rule.wholeFiles ? file : name)) return []
      if (rule.lane === 'full' || this.#isFast) return [index]
      if (rule.lane === 'quick') return []
      if (rule.wholeFiles) return hashOf(file) % rule.lane === this.#share % rule.lane ? [] : [index]
      const turn = met.get(rule) ?? 0
      met.set(rule, turn + 1)
      return turn % rule.lane === this.#share % rule.lane ? [] : [index]
    })
  }
}

/** The lane of this run: `OXBOW_TEST_LANE` (set by scripts/test/run.ts), else the full one. */
export function currentLane(): Lane {
  const lane = process.env['OXBOW_TEST_LANE']
  return lane === 'fast' || lane === 'quick' ? lane : 'full'
}

/**
 * How often a property is tried. `OXBOW_TEST_RUNS` sets another number for all that ask here, to look for what rarely
 * happens: with a seed (see property-setup.ts), `--testTimeout` and one test file.
 */
export function runsOf(quick: number, full = quick): number {
  return Number(process.env['OXBOW_TEST_RUNS'] ?? (currentLane() === 'full' ? full : quick))
}

/**
 * @param file path from the root
 * @returns the indexes of the cases that this run leaves out
 */
export function leftOut(file: string, cases: readonly Case[]): number[] {
  const lane = currentLane()
  return lane === 'full' ? [] : new Lanes(RULES, BOTH_ENGINES, shareNumber(), lane).left(file, cases)
}

/**
 * The items that a sweep inside one case looks at: one of `of`, another with each commit, and those that always run; in
 * the full lane all.
 */
export function shareOf<T>(items: readonly T[], of: number, always: (item: T) => boolean = () => false): T[] {
  if (currentLane() === 'full') return [...items]
  const turn = shareNumber() % of
  return items.filter((item, index) => index % of === turn || always(item))
}
