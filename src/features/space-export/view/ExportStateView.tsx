import type { Reader } from '#platform/view/reader.ts'
import type { SpaceExportView } from '../contract.ts'
import { DOWNLOAD_CLASS, exportHref } from '../shared.ts'

/** How an export goes, and its file when it is there. */
export function ExportStateView({ reader: { t }, view }: { reader: Reader; view: SpaceExportView }) {
  const { percentageComplete, complete, result, space, lostFiles } = view
  if (!complete)
    return (
      <>
        <progress className="ox-export-progress" max={100} value={percentageComplete} aria-label={t('Exporting…')} />
        <p role="status">
          <span id="percentComplete">{percentageComplete}</span> %
        </p>
      </>
    )
  if (result === null)
    return (
      <>
        <p role="alert">{t('The export failed. Try it again.')}</p>
        <p>
          <a className="ox-button" href={exportHref(space.key)}>
            {t('Export space')}
          </a>
        </p>
      </>
    )
  return (
    <>
      <p role="status">{t('Export complete.')}</p>
      <p>
        <a className={`${DOWNLOAD_CLASS} ox-button`} data-primary="" href={result} download="">
          {t('Download')}
        </a>
      </p>
      {lostFiles > 0 && <p>{t('{{count}} stored files are damaged and not in it.', { count: lostFiles })}</p>}
      <p className="ox-hint">{t('The file is kept for a day.')}</p>
    </>
  )
}
