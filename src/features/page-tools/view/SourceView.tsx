const PAGE = { margin: 16, font: '13px/1.6 ui-monospace,Menlo,Consolas,monospace' }
const HEADING = { font: '600 15px/1.4 system-ui,sans-serif' }
/** Lines of storage format are as long as the page. */
const WRAPPED = { margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const

/** Text to read and copy. */
export function SourceView({ title, source }: { title: string; source: string }) {
  return (
    <main style={PAGE}>
      <h1 style={HEADING}>{title}</h1>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- to be selected by the keyboard as well */}
      <pre id="source" tabIndex={0} style={WRAPPED}>
        {source}
      </pre>
    </main>
  )
}
