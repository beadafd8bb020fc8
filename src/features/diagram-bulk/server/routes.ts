import type { App } from '#platform/server/app.ts'
import { requireAdministrator } from '#features/accounts/server/index.ts'
import { diagramApproximations, diagramReport, diagramReportCsv } from '../contract.ts'
import { reportFile, reportPart, shownOtherwise } from './report.ts'

/** The report of all diagrams, for administrators. */
export function reportRoutes({ http }: App): void {
  http.handle(diagramReport, async ({ ctx, query }) => {
    requireAdministrator(ctx)
    return reportPart(ctx, query)
  })
  http.handle(diagramReportCsv, ({ ctx, query }) => {
    requireAdministrator(ctx)
    return reportFile(ctx, query)
  })
  http.handle(diagramApproximations, async ({ ctx, params }) => {
    requireAdministrator(ctx)
    return shownOtherwise(ctx, params.attachmentId)
  })
}
