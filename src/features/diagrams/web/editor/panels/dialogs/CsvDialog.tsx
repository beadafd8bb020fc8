import { useEffect, useMemo, useState } from 'react'
import { messageOf } from '#platform/message-of.ts'
import { t } from '#platform/web/i18n.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Dialog, DialogFooter } from '#platform/web/ui/Dialog.tsx'
import { FileDrop } from '#platform/web/ui/FileDrop.tsx'
import { TextArea } from '#platform/web/ui/TextField.tsx'
import { useDebounced } from '#platform/web/useDebounced.ts'
import type { DiagramDocument } from '#diagrams/model/document.ts'
import { orgChart, type OrgChart } from '#diagrams/import/csv/org-chart.ts'
import { renderDiagram } from '#diagrams/render/render.ts'
import { useEditor } from '../../store/useEditor.ts'
import { SvgPicture } from '../parts/SvgPicture.tsx'
import { begin } from './insert-document.ts'
import './dialogs.css'

/** Maximum length of a table. */
const MOST = 1_000_000
const MOST_SHOWN = 5
const EXAMPLE =
  'name,title,manager\nAda Lovelace,Managing director,\nGrace Hopper,Engineering,Ada Lovelace\nKatherine Johnson,Research,Ada Lovelace\n'

/** Imports an org chart from a table with a line per person and their manager. */
export function CsvDialog({ onClose }: { onClose: () => void }) {
  const editor = useEditor()
  const [text, setText] = useState(editor.csvDraft)
  useEffect(() => {
    editor.setCsvDraft(text)
  }, [editor, text])
  const [error, setError] = useState<string>()
  const settled = useDebounced(text, 250)
  const made = useOrgChart(settled, setError)
  const isDrawing = text.trim() !== '' && !made && error === undefined
  const take = (files: File[]) => {
    const [file] = files
    if (!file) return
    if (file.size > MOST) return setError(t('The file is larger than {{count}} MB.', { count: 1 }))
    file.text().then(
      read => {
        setText(read)
        setError(undefined)
      },
      (failure: unknown) => setError(messageOf(failure)),
    )
  }
  return (
    <Dialog
      title={t('Org chart from a table')}
      width={760}
      height={620}
      isDismissable={text === ''}
      onClose={onClose}
      footer={
        <DialogFooter
          onCancel={onClose}
          isDisabled={!made?.document || settled !== text}
          onPress={() => {
            if (!made?.document) return
            begin(editor, made.document, 'Org chart')
            editor.setCsvDraft('')
            onClose()
          }}
        >
          {t('Draw org chart')}
        </DialogFooter>
      }
    >
      <div className="ox-de-csv">
        <div>
          <FileDrop
            onFiles={take}
            isMultiple={false}
            accept=".csv,.tsv,.txt,text/csv"
            hint={t('CSV with a heading: name, title, manager')}
          />
          <TextArea
            label={t('Or paste the table here')}
            description={t('Copy it from a spreadsheet as it is, or write it by hand.')}
            placeholder={EXAMPLE}
            rows={12}
            maxLength={MOST}
            value={text}
            onChange={next => {
              setText(next)
              setError(undefined)
            }}
            error={error}
          />
        </div>
        <div className="ox-de-csv-result" aria-live="polite">
          <Result chart={made} isDrawing={isDrawing} />
        </div>
      </div>
    </Dialog>
  )
}

function Result({ chart, isDrawing }: { chart: OrgChart | null; isDrawing: boolean }) {
  const problems = chart?.problems ?? []
  return (
    <>
      {chart?.document ? (
        <Preview document={chart.document} />
      ) : (
        <p>{isDrawing ? t('Drawing the org chart…') : t('The org chart shows here.')}</p>
      )}
      {problems.length > 0 && (
        <Banner tone="warning" title={t('Not all lines could be used')}>
          <ul>
            {problems.slice(0, MOST_SHOWN).map(({ line, text: problem, values }) => (
              <li key={`${line} ${problem}`}>
                {t('Line {{line}}: {{problem}}', { line, problem: t(problem, values) })}
              </li>
            ))}
          </ul>
          {problems.length > MOST_SHOWN && <p>{t('and {{count}} more', { count: problems.length - MOST_SHOWN })}</p>}
        </Banner>
      )}
    </>
  )
}

function Preview({ document }: { document: DiagramDocument }) {
  const svg = useMemo(() => renderDiagram(document, { margin: 16 }).svg, [document])
  return <SvgPicture svg={svg} label={t('The org chart as it will be drawn')} />
}

/** The chart of a table; aborts when the text changes. */
function useOrgChart(text: string, onError: (message: string) => void): OrgChart | null {
  const [made, setMade] = useState<{ text: string; chart: OrgChart } | null>(null)
  useEffect(() => {
    if (text.trim() === '') return
    const stop = new AbortController()
    orgChart(text, { translate: english => t(english), signal: stop.signal }).then(
      chart => setMade({ text, chart }),
      (failure: unknown) => {
        if (!stop.signal.aborted) onError(messageOf(failure))
      },
    )
    return () => stop.abort()
  }, [text, onError])
  return made?.text === text ? made.chart : null
}
