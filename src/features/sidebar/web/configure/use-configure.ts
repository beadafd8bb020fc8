import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyInputOf } from '#platform/contract.ts'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { queryOptionsFor, useEndpoint } from '#platform/web/query.ts'
import { sidebar } from '#platform/web/shell/sidebar-store.ts'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import {
  addLink,
  hideLink,
  listMainLinks,
  listQuickLinks,
  moveLink,
  removeLink,
  setOption,
  showLink,
  type SidebarLink,
  type SidebarOptions,
  type SidebarView,
} from '../../contract.ts'

/** State and actions of configure mode. Changes save at once; leaving refreshes the sidebar. */
export function useConfigure(spaceKey: string, view: SidebarView, onChange: (view: SidebarView) => void) {
  const links = useLinks(spaceKey)
  const [options, setOptions] = useState<SidebarOptions>({
    navType: view.navType,
    quickLinksState: view.quickLinksState,
    pageTreeState: view.pageTreeState,
  })
  const [isLeaving, setLeaving] = useState(false)
  const change = async (option: BodyInputOf<typeof setOption>['option'], value: string) => {
    try {
      setOptions(await call(setOption, { body: { spaceKey, option, value } }))
    } catch (error) {
      showFailure(t('The sidebar could not be changed'), error)
    }
  }
  /** Leaves the mode. Another navigation type needs a reload, else links are refetched. */
  const done = async () => {
    if (options.navType !== view.navType || options.pageTreeState !== view.pageTreeState) {
      sidebar.setConfiguring(false)
      location.reload()
      return
    }
    setLeaving(true)
    try {
      const [mainLinks, quickLinks] = await Promise.all([
        call(listMainLinks, { query: { spaceKey, includeHidden: false } }),
        options.quickLinksState === 'show' ? call(listQuickLinks, { query: { spaceKey } }) : [],
      ])
      onChange({ ...view, ...options, mainLinks, quickLinks })
      sidebar.setConfiguring(false)
    } catch (error) {
      setLeaving(false)
      showFailure(t('The links could not be read'), error)
    }
  }
  return { ...links, options, isLeaving, change, done }
}

/** Links of a space with optimistic changes. */
function useLinks(spaceKey: string) {
  const client = useQueryClient()
  const mainArgs = { query: { spaceKey, includeHidden: true } }
  const quickArgs = { query: { spaceKey } }
  const main = useEndpoint(listMainLinks, mainArgs, { staleTime: 0 })
  const quick = useEndpoint(listQuickLinks, quickArgs, { staleTime: 0 })
  const mainKey = queryOptionsFor(listMainLinks, mainArgs).queryKey
  const quickKey = queryOptionsFor(listQuickLinks, quickArgs).queryKey
  const save = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      showFailure(t('The sidebar could not be changed'), error)
    }
    await Promise.all([mainKey, quickKey].map(queryKey => client.invalidateQueries({ queryKey })))
  }
  /** `links` in storage order; `place` among the others. */
  const move = (key: readonly unknown[], links: readonly SidebarLink[] = [], id: string, place: number) => {
    const link = links.find(other => other.id === id)
    const others = links.filter(other => other.id !== id)
    if (!link) return
    client.setQueryData(key, others.toSpliced(place, 0, link))
    const before = others[place - 1]
    void save(() =>
      call(moveLink, {
        params: { id },
        body: { spaceKey, ...(before ? { after: `/rest/ia/1.0/link/${before.id}` } : { position: 'First' }) },
      }),
    )
  }
  return {
    mainLinks: main.data,
    // Shortcuts display in reverse storage order.
    quickLinks: quick.data?.toReversed(),
    failure: main.error ?? quick.error,
    moveMain: (id: string, place: number) => move(mainKey, main.data, id, place),
    moveQuick: (id: string, place: number) => move(quickKey, quick.data, id, (quick.data?.length ?? 1) - 1 - place),
    hide: (link: SidebarLink) => {
      client.setQueryData<SidebarLink[]>(mainKey, all =>
        all?.map(other => (other.id === link.id ? { ...other, hidden: !link.hidden } : other)),
      )
      void save(() => call(link.hidden ? showLink : hideLink, { params: { id: link.id }, body: { spaceKey } }))
    },
    remove: (link: SidebarLink) => {
      client.setQueryData<SidebarLink[]>(quickKey, all => all?.filter(other => other.id !== link.id))
      void save(() => call(removeLink, { params: { id: link.id }, query: { spaceKey } }))
    },
    add: async (body: Omit<BodyInputOf<typeof addLink>, 'spaceKey'>) => {
      await call(addLink, { body: { ...body, spaceKey } })
      await client.invalidateQueries({ queryKey: quickKey })
    },
  }
}
