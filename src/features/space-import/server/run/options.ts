/** Choices and context of an import. */
export interface ImportOptions {
  /** Id of the run that notes what becomes of it. */
  runId: number
  /** The zip file, or the folder that it was unpacked into. */
  path: string
  /** Folder for a temporary file that is about as large as the texts of the export. */
  temporary: string
  /** The spaces that are wanted, by their keys in the export, each with its key here; all of the export where left out. */
  keys?: ReadonlyMap<string, string> | undefined
  /** The key that a space gets here, for an export of one space. */
  key?: string | undefined
  /** Whether people who have no account here get one that may sign in, once they have set a password. */
  enableUsers?: boolean | undefined
  /** The changed file of users and groups; see {@link previewExport}. */
  people?: string | undefined
  /** IANA name of the time zone of the server that wrote the export; what the export says, else UTC. */
  timeZone?: string | undefined
  /** Whether spaces that were imported from an earlier export are brought up to date. */
  update?: boolean | undefined
  /** Address of the wiki that was exported. */
  baseUrl?: string | undefined
  signal?: AbortSignal | undefined
  /** Called after each page. */
  progress?: (done: number, total: number, title: string) => Promise<void>
}
