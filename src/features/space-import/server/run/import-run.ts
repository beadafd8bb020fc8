import type { Context } from '#platform/server/context.ts'
import type { OpenExport } from '../package/export.ts'
import type { People } from './people.ts'
import type { ImportReport } from './report.ts'
import type { Texts } from './texts.ts'
import type { Clock } from './times.ts'

/** Shared state of the parts of an import. */
export interface ImportRun {
  /** Id of its row. */
  readonly id: number
  readonly ctx: Context
  readonly export: OpenExport
  readonly people: People
  readonly texts: Texts
  readonly clock: Clock
  /** IANA name of the time zone of the server that wrote the export. */
  readonly timeZone: string
  readonly report: ImportReport
}
