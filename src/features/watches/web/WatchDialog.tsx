import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Endpoint } from '#platform/contract.ts'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { meta } from '#platform/web/session.ts'
import { track } from '#platform/web/tracking.ts'
import { showToast } from '#platform/web/ui/toast-store.ts'
import type { PageView } from '#features/content/contract.ts'
import { pageViewOptions } from '#features/content/web/index.ts'
import { whenEditorReady } from '#features/editor/web/index.ts'
import { getWatchState, unwatchContent, unwatchSpace, watchContent, watchSpace, type WatchState } from '../contract.ts'
import { watchBox, watchTitle, withWatch, type WatchTarget } from '../words.ts'
import { useCloseOnLeave } from './useCloseOnLeave.ts'

export interface WatchDialogProps {
  pageId: string
  state: WatchState
  close: () => void
  /** Opens the watcher management, for administrators. */
  manage: () => void
}

/** Checkboxes: page, blog posts, space; each saves at once. */
export default function WatchDialog({ pageId, state, close, manage }: WatchDialogProps) {
  const dialog = useRef<HTMLDivElement>(null)
  const { change, failed } = useWatch(pageId, state)
  const isReadOnly = meta('ajs-access-mode') === 'READ_ONLY'
  useCloseOnLeave(dialog, close)
  const boxes: readonly { target: WatchTarget; id: string; label: string }[] = [
    { target: 'page', id: 'cw-watch-page', label: state.isBlogPost ? t('Watch blog post') : t('Watch page') },
    { target: 'blogs', id: 'cw-watch-blogs', label: t('Watch for new blog posts in this space') },
    { target: 'space', id: 'cw-watch-space', label: t('Watch all content in this space') },
  ]
  return (
    <div ref={dialog} id="watch-dialog" className="ox-watch-dialog" role="dialog" aria-labelledby="watch-dialog-title">
      <h2 id="watch-dialog-title" className="ox-watch-title">
        {t(watchTitle(state))}
      </h2>
      {boxes.map(({ target, id, label }) => {
        const { isSelected, isImplied } = watchBox(state, target)
        return (
          <label key={target} className="ox-watch-box">
            <input
              id={id}
              type="checkbox"
              checked={isSelected}
              disabled={isImplied || isReadOnly}
              onChange={event => void change(target, event.target.checked)}
            />
            <span>{label}</span>
          </label>
        )
      })}
      {failed && (
        <p className="ox-error ox-watch-error" role="alert">
          {failed}
        </p>
      )}
      {state.isAdmin && (
        <button type="button" id="cw-manage-watchers" className="ox-watch-manage" onClick={manage}>
          {t('Manage Watchers')}
        </button>
      )}
    </div>
  )
}

/** Optimistic watch toggle. */
function useWatch(pageId: string, state: WatchState) {
  const client = useQueryClient()
  const [failed, setFailed] = useState<string>()
  const { queryKey } = pageViewOptions(pageId)
  const show = (target: WatchTarget, watch: boolean) =>
    client.setQueryData<PageView>(queryKey, view => {
      const known = view?.parts['watch'] as WatchState | null | undefined
      return view && known ? { ...view, parts: { ...view.parts, watch: withWatch(known, target, watch) } } : view
    })
  const change = async (target: WatchTarget, watch: boolean) => {
    setFailed(undefined)
    show(target, watch)
    try {
      await whenEditorReady(() => send(state, target, watch))
      track(watch ? 'confluence.watch.create' : 'confluence.watch.remove', { contentId: pageId, target })
      await client.invalidateQueries({ queryKey: [`${getWatchState.method} ${getWatchState.path}`] })
    } catch {
      // The specification's text for any failure; the state is reverted.
      show(target, !watch)
      const words = t("This site is read-only. You can't make changes right now.")
      setFailed(words)
      showToast({ kind: 'error', title: words })
    }
  }
  return { change, failed }
}

async function send({ pageId, spaceKey }: WatchState, target: WatchTarget, watch: boolean): Promise<void> {
  if (target === 'page') await call<Endpoint>(watch ? watchContent : unwatchContent, { params: { id: pageId } })
  else {
    const query = target === 'blogs' ? { contentType: 'blogpost' } : {}
    await call<Endpoint>(watch ? watchSpace : unwatchSpace, { params: { key: spaceKey }, query })
  }
}
