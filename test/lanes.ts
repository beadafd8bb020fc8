import { execFileSync } from 'node:child_process'
import { root } from '../scripts/lib/packages.mjs'

/*
 * The lanes of the tests. The quick lane (`npm test`) runs everything that a change can break; the full lane
 * (`npm run test:all`) runs every case. A case that no rule here names is in both.
 */

/** A test case, by the names of its suites and its own. */
export interface Case {
  readonly names: readonly string[]
}

interface Rule {
  /** A test file, all below a folder where it ends with `/`, or all that match. */
  readonly files: string | RegExp
  /** The cases meant, by their full names (joined by ` > `); all by default. */
  readonly cases?: RegExp
  /** `full`: the full lane alone. A number n: the quick lane runs one of n cases, another with each commit. */
  readonly lane: 'full' | number
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
  'src/platform/server/database/migrations.test.ts': 'DDL of each engine',
  'src/platform/server/database/prepared.test.ts': 'statement caches of each driver',
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
 * Browser tests of the flows that most users meet most often. They run in each quick lane, the others in one of seven.
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
  { files: 'test/screens.e2e.ts', lane: 12, why: 'a sweep over all screens, dialogs and states with axe' },
  {
    files: 'src/language/nesting.test.ts',
    cases: /and its mutations are read back/,
    lane: 8,
    why: 'a sweep over 600 real pages and what mutations make of them',
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
    files: 'src/cli/diagram-killed.test.ts',
    lane: 'full',
    why: 'a long kill test; diagram-bulk.test.ts kills an import in the quick lane',
  },
  {
    files: /^src\/features\/.*\.e2e\.ts$/,
    lane: 7,
    wholeFiles: true,
    always: new RegExp(`^src/features/(?:${FLOWS.join('|')}|content/corpus)\\.e2e\\.ts$`),
    why: 'details of features in a browser, most of which unit, component and HTTP tests prove as well',
  },
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

/** Hash of a path. Its factor divides today's browser tests into seven shares of about the same time. */
function hashOf(file: string): number {
  return [...file].reduce((hash, letter) => (Math.imul(hash, 1503) + letter.charCodeAt(0)) >>> 0, 0)
}

/** Decides which cases of a file the quick lane leaves to the full lane. */
export class Lanes {
  readonly #rules: readonly Rule[]
  readonly #bothEngines: Readonly<Record<string, string>>
  readonly #share: number

  constructor(rules: readonly Rule[], bothEngines: Readonly<Record<string, string>>, share: number) {
    this.#rules = rules
    this.#bothEngines = bothEngines
    this.#share = share
  }

  /**
   * @param file path from the root
   * @returns the indexes of the cases that run in the full lane alone
   */
  leftToFull(file: string, cases: readonly Case[]): number[] {
    /** How many cases each rule with shares has met. */
    const met = new Map<Rule, number>()
    return cases.flatMap((one, index) => {
      if (isOnPostgres(one) && !(file in this.#bothEngines)) return [index]
      const name = one.names.join(' > ')
      const rule = this.#rules.find(
        ({ files, cases: pattern }) => isAmong(file, files) && (!pattern || pattern.test(name)),
      )
      if (!rule || rule.always?.test(rule.wholeFiles ? file : name)) return []
      if (rule.lane === 'full') return [index]
      if (rule.wholeFiles) return hashOf(file) % rule.lane === this.#share % rule.lane ? [] : [index]
      const turn = met.get(rule) ?? 0
      met.set(rule, turn + 1)
      return turn % rule.lane === this.#share % rule.lane ? [] : [index]
    })
  }
}

/** The lanes of this run. */
export const lanes = new Lanes(RULES, BOTH_ENGINES, shareNumber())

/** Whether this run is the quick lane. */
export const isQuick = (): boolean => process.env['OXBOW_TEST_LANE'] === 'quick'

/**
 * The items that a sweep inside one case looks at: in the quick lane one of `of`, another with each commit, and those
 * that always run; else all.
 */
export function shareOf<T>(items: readonly T[], of: number, always: (item: T) => boolean = () => false): T[] {
  if (!isQuick()) return [...items]
  const turn = shareNumber() % of
  return items.filter((item, index) => index % of === turn || always(item))
}
