/** Names of the macros, paths and texts of Jira issues in pages. */

export const JIRA_MACRO = 'jira'
export const JIRA_CHART_MACRO = 'jirachart'

/** Answers issues of a linked Jira: as XML, as rows of a table, or their number. */
export const RETRIEVER_PATH = '/plugins/servlet/issue-retriever'
/** Answers a two-dimensional chart as HTML. */
export const SHOW_MORE_PATH = '/plugins/servlet/twoDimensionalShowMoreRenderer'

/** Shown to users for whom a Jira site was not asked yet: in a line, and below a table behind {@link APPROVE}. */
export const AUTHENTICATE = 'Authenticate to see issue details'
export const APPROVE = 'Login & Approve'
export const TO_RETRIEVE = 'to retrieve your issues'

/** Shown for status 400 of Jira. */
export const SEARCH_REFUSED =
  'The Jira server was not able to process the search. This may indicate a problem with the syntax of this macro. Alternatively, if this table is requesting specific issue keys, you may not have permission to view one of these issues.'
/** Shown for other failures about which nothing else is known. */
export const NOT_LOADED = 'The issues could not be loaded from Jira. Try again later.'

export const CHART_FAILED = 'Unable to render Jira chart macro due to an execution error.'
export const CHART_TIMED_OUT = 'Unable to render Jira chart macro. Execution has timed out.'

/** Height of a table with its header, pixels; a longer table scrolls. */
export const TABLE_HEIGHT = 480
/** Rows of a table, unless its macro names another number. */
export const TABLE_ROWS = 20
/** Rows that a macro may name. */
export const MOST_ROWS = 1000
/** Rows of one answer; further ones are on further pages. */
export const MOST_AT_ONCE = 100

const XML_VIEW = '/sr/jira.issueviews:searchrequest-xml/temp/SearchRequest.xml'

/** Jira's search request view of a query, as the retriever takes it. */
export function xmlViewOf(jql: string): string {
  return `${XML_VIEW}?jqlQuery=${encodeURIComponent(jql)}`
}

/** A query for issues by their keys. */
export function keysQuery(keys: readonly string[]): string {
  return `issuekey in (${keys.join(',')})`
}

/** Proof that a page shows a query, which visitors send with it. */
interface Proven {
  readonly proof?: string
}

/** An issue in the document, for the browser. */
export interface IssueState extends Proven {
  readonly appId: string
  readonly key: string
  readonly showSummary: boolean
}

/** A number of issues in the document, for the browser. */
export interface CountState extends Proven {
  readonly appId: string
  readonly jql: string
}

/** A table in the document, for the browser. */
export interface TableState extends Proven {
  readonly appId: string
  readonly jql: string
  /** Fields. */
  readonly columns: readonly string[]
  /** Rows of one page. */
  readonly rows: number
  readonly height: number
  /** All issues; absent while they are not loaded. */
  readonly total?: number
}

/** A chart in the document, for the browser. */
export interface ChartState extends Proven {
  readonly appId: string
  /** JSON of the query, as the call takes it. */
  readonly query: string
  /** Wiki markup of the macro, by which the other rows of a table are asked for. */
  readonly wikiMarkup: string
  /** Address at which the reader approves that the wiki asks Jira with their rights. */
  readonly approvalUrl?: string | undefined
}
