import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { useMemo, useRef, useState } from 'react'
import type { ScreenProps } from '#platform/web/feature.ts'
import { TimeView } from '#platform/view/TimeView.tsx'
import { t } from '#platform/web/i18n.ts'
import { useReader } from '#platform/web/reader.ts'
import { useIsPhone } from '#platform/web/media.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { useShortcut } from '#platform/web/shortcuts/registry.ts'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { ErrorText } from '#platform/web/ui/ErrorText.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { comparePath } from '#features/content-core/address-shared.ts'
import { compareVersions, type Comparison } from '#features/content/contract.ts'
import { getPageHead, type PageHead, type VersionHead } from '../../contract.ts'
import { comparedVersions, historyPath, versionPath } from '../../tools.ts'
import { VersionAuthorsView } from '../../view/VersionAuthorsView.tsx'
import { pageIdIn } from '../tool-route.ts'
import { ToolFrame } from '../ToolFrame.tsx'
import { changeCount, useChanges } from './useChanges.ts'

const VIEW_KEY = 'oxbow.compare.view'
type View = 'inline' | 'sides'

/** Comparison of two versions, inline or side by side. */
export default function CompareScreen({ search }: ScreenProps) {
  const { data: head } = useEndpoint(getPageHead, { params: { id: pageIdIn(search) } })
  const versions = head && comparedVersions(search['selectedPageVersions'], head.version)
  const { data, error } = useEndpoint(
    compareVersions,
    { params: { id: head?.id ?? '' }, query: versions ?? { from: 0, to: 0 } },
    { enabled: versions !== undefined },
  )
  if (!head) return null
  return (
    <ToolFrame head={head} title={t('Compare versions')} tool="history" width="full">
      <ErrorText error={error} />
      {!versions && (
        <EmptyState
          title={t('Select two versions to compare.')}
          action={<a href={historyPath(head.id)}>{t('Page history')}</a>}
        />
      )}
      {data && <Compared key={`${data.from.number}-${data.to.number}`} head={head} comparison={data} />}
    </ToolFrame>
  )
}

function Compared({ head, comparison }: { head: PageHead; comparison: Comparison }) {
  const { from, to, before, after, inline, complete } = comparison
  const [view, setView] = useView()
  const body = useRef<HTMLDivElement>(null)
  const changes = useChanges(body)
  const hasTitle = from.title !== to.title
  const count = useMemo(
    () => changeCount(view === 'inline' ? [inline] : [before, after]) + (hasTitle ? (view === 'inline' ? 1 : 2) : 0),
    [view, before, after, inline, hasTitle],
  )
  useShortcut({ id: 'compare.next', keys: 'j', label: 'Next change', group: 'Compare' }, changes.next)
  useShortcut({ id: 'compare.previous', keys: 'k', label: 'Previous change', group: 'Compare' }, changes.previous)
  return (
    <>
      <div className="ox-compare-heads">
        <Side head={head} version={from} />
        <Side head={head} version={to} />
      </div>
      <div className="ox-compare-bar">
        <ViewChoice view={view} onChange={setView} />
        <ChangeSteps changes={changes} count={count} />
        <span className="ox-compare-step">
          {from.number > 1 && <a href={comparePath(head.id, from.number - 1, from.number)}>{t('Previous version')}</a>}
          {to.number < head.version && <a href={comparePath(head.id, to.number, to.number + 1)}>{t('Next version')}</a>}
        </span>
      </div>
      {!complete && (
        <p className="ox-hint">
          {t('These versions are too long or too different to compare word by word: the newer one is shown.')}
        </p>
      )}
      {complete && count === 0 && (
        <p className="ox-hint">{t('Nothing that a reader sees differs between these versions.')}</p>
      )}
      <div key={view} ref={body} className="ox-compare" data-view={view}>
        {view === 'inline' ? (
          <div>
            {hasTitle && (
              <p className="ox-compare-title">
                <del>{from.title}</del> <ins>{to.title}</ins>
              </p>
            )}
            <div className="ox-article wiki-content" dangerouslySetInnerHTML={{ __html: inline }} />
          </div>
        ) : (
          <>
            <Half version={from} html={before} titleMark={hasTitle ? 'del' : undefined} />
            <Half version={to} html={after} titleMark={hasTitle ? 'ins' : undefined} />
          </>
        )}
      </div>
    </>
  )
}

/** Chosen view, stored on the device; phones always show the inline one. */
function useView(): [View, (view: View) => void] {
  const isPhone = useIsPhone()
  const [chosen, setChosen] = useState<View>(() => (localStorage.getItem(VIEW_KEY) === 'sides' ? 'sides' : 'inline'))
  const choose = (view: View) => {
    setChosen(view)
    localStorage.setItem(VIEW_KEY, view)
  }
  return [isPhone ? 'inline' : chosen, choose]
}

function ViewChoice({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  if (useIsPhone()) return null
  return (
    <div className="ox-segments" role="group" aria-label={t('View')}>
      <button type="button" aria-pressed={view === 'inline'} onClick={() => onChange('inline')}>
        {t('Inline')}
      </button>
      <button type="button" aria-pressed={view === 'sides'} onClick={() => onChange('sides')}>
        {t('Side by side')}
      </button>
    </div>
  )
}

function ChangeSteps({ changes, count }: { changes: ReturnType<typeof useChanges>; count: number }) {
  return (
    <>
      <span className="ox-compare-count" role="status">
        {count > 0 &&
          (changes.index < 0
            ? changesText(count)
            : t('Change {{index}} of {{total}}', { index: changes.index + 1, total: count }))}
      </span>
      <IconButton label={t('Previous change')} shortcut="k" isDisabled={count === 0} onPress={changes.previous}>
        <ChevronUp size={20} />
      </IconButton>
      <IconButton label={t('Next change')} shortcut="j" isDisabled={count === 0} onPress={changes.next}>
        <ChevronDown size={20} />
      </IconButton>
    </>
  )
}

function Half({
  version,
  html,
  titleMark: Mark,
}: {
  version: VersionHead
  html: string
  titleMark?: 'ins' | 'del' | undefined
}) {
  return (
    // Wide tables scroll within a half; focusable for the keyboard.
    <section
      className="ox-compare-half"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={t('Version {{number}}', { number: version.number })}
    >
      <p className="ox-compare-title">{Mark ? <Mark>{version.title}</Mark> : version.title}</p>
      <div className="ox-article wiki-content" dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  )
}

function changesText(count: number): string {
  return count === 1 ? t('1 change') : t('{{count}} changes', { count })
}

function Side({ head, version }: { head: PageHead; version: VersionHead }) {
  const reader = useReader()
  return (
    <div className="ox-compare-side">
      <strong>
        <a href={versionPath(head, version.number)}>{t('Version {{number}}', { number: version.number })}</a>
      </strong>
      <VersionAuthorsView version={version} reader={reader} />
      <TimeView at={version.at} reader={reader} />
      {version.message && <p className="ox-compare-comment">{version.message}</p>}
    </div>
  )
}
