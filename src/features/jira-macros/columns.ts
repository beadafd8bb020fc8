/** The columns of a table of issues. */

export interface IssueColumn {
  /** Name that the retriever takes: the field of Jira. */
  readonly field: string
  /** English text of its heading, a key of the translations; or the name of a field of Jira. */
  readonly heading: string
  /** Heading of a narrow column, in place of the whole one. */
  readonly short?: string
  /** Pixels. A column with {@link isWide} takes at least so many. */
  readonly width: number
  readonly isWide?: true
  /** Field by which JQL sorts it; undefined where it does not. */
  readonly order?: string
}

const NARROW = 80
const USUAL = 140
const WIDE = 250

/** Columns of Jira's own fields, by field. */
const KNOWN: Readonly<Record<string, Omit<IssueColumn, 'field'>>> = {
  issuetype: { heading: 'Type', short: 'T', width: 30, order: 'issuetype' },
  issuekey: { heading: 'Key', width: 90, order: 'key' },
  summary: { heading: 'Summary', width: WIDE, isWide: true, order: 'summary' },
  description: { heading: 'Description', width: WIDE, isWide: true, order: 'description' },
  assignee: { heading: 'Assignee', width: USUAL, order: 'assignee' },
  reporter: { heading: 'Reporter', width: USUAL, order: 'reporter' },
  creator: { heading: 'Creator', width: USUAL, order: 'creator' },
  priority: { heading: 'Priority', short: 'P', width: 50, order: 'priority' },
  status: { heading: 'Status', width: 100, order: 'status' },
  resolution: { heading: 'Resolution', width: NARROW, order: 'resolution' },
  created: { heading: 'Created', width: NARROW, order: 'created' },
  updated: { heading: 'Updated', width: NARROW, order: 'updated' },
  duedate: { heading: 'Due', width: NARROW, order: 'duedate' },
  resolutiondate: { heading: 'Resolved', width: NARROW, order: 'resolutiondate' },
  project: { heading: 'Project', width: USUAL, order: 'project' },
  components: { heading: 'Components', width: NARROW, order: 'component' },
  versions: { heading: 'Affected versions', width: NARROW, order: 'affectedVersion' },
  fixVersions: { heading: 'Fix versions', width: USUAL, order: 'fixVersion' },
  labels: { heading: 'Labels', width: USUAL, order: 'labels' },
  environment: { heading: 'Environment', width: USUAL, order: 'environment' },
  votes: { heading: 'Votes', width: NARROW, order: 'votes' },
  watches: { heading: 'Watchers', width: NARROW, order: 'watchers' },
  parent: { heading: 'Parent', width: USUAL },
  issuelinks: { heading: 'Linked issues', width: USUAL },
  subtasks: { heading: 'Subtasks', width: USUAL },
  attachment: { heading: 'Attachments', width: NARROW },
  comment: { heading: 'Comments', width: NARROW },
  timeestimate: { heading: 'Remaining estimate', width: NARROW, order: 'remainingEstimate' },
  timeoriginalestimate: { heading: 'Original estimate', width: NARROW, order: 'originalEstimate' },
  timespent: { heading: 'Time spent', width: NARROW, order: 'timeSpent' },
}

/** Other names of the fields, in small letters without blanks. */
const NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.keys(KNOWN).map(field => [field.toLowerCase(), field])),
  type: 'issuetype',
  t: 'issuetype',
  key: 'issuekey',
  p: 'priority',
  res: 'resolution',
  due: 'duedate',
  resolved: 'resolutiondate',
  component: 'components',
  version: 'versions',
  affectsversions: 'versions',
  'affectsversion/s': 'versions',
  affectedversions: 'versions',
  fixversion: 'fixVersions',
  'fixversion/s': 'fixVersions',
  label: 'labels',
  watchers: 'watches',
  attachments: 'attachment',
  comments: 'comment',
}

/** Columns of a table whose macro names none. */
const DEFAULT_COLUMNS = [
  'issuetype',
  'issuekey',
  'summary',
  'assignee',
  'reporter',
  'priority',
  'status',
  'resolution',
  'created',
  'updated',
  'duedate',
]
const MOST_COLUMNS = 30
const CUSTOM = /^customfield_\d{1,10}$/

/**
 * The columns that a macro names.
 * @param names as readers know them, e.g. `key` or `End Date`
 * @param ids of fields; where there is one for each name, the names are headings
 */
export function columnsOf(names: readonly string[], ids: readonly string[] = []): IssueColumn[] {
  const isPaired = ids.length > 0 && ids.length === names.length
  const fields = (ids.length > 0 ? ids : names).map((name, index) =>
    columnOf(name, isPaired ? names[index] : undefined),
  )
  const columns = fields.filter((column, index) => fields.findIndex(({ field }) => field === column.field) === index)
  return columns.length > 0 ? columns.slice(0, MOST_COLUMNS) : DEFAULT_COLUMNS.map(field => columnOf(field))
}

function columnOf(name: string, heading?: string): IssueColumn {
  const field = NAMES[name.trim().toLowerCase().replace(/\s+/g, '')]
  const known = field === undefined ? undefined : KNOWN[field]
  if (field !== undefined && known) return { field, ...known }
  const custom = name.trim()
  const id = /^customfield_(\d{1,10})$/.exec(custom)?.[1]
  return {
    field: custom,
    heading: heading ?? custom,
    width: USUAL,
    ...(id !== undefined && { order: `cf[${id}]` }),
  }
}

/** Whether a column is named as readers know its field, so that Jira has to be asked for the field's id. */
export function isNamed({ field }: IssueColumn): boolean {
  return KNOWN[field] === undefined && !CUSTOM.test(field)
}
