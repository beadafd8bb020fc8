import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import Star from 'lucide-react/icons/star'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPath } from '#platform/create-path.ts'
import { messageOf } from '#platform/message-of.ts'
import type { Frame } from '#platform/web/feature.ts'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { queryOptionsFor, invalidate } from '#platform/web/query.ts'
import { useReader } from '#platform/web/reader.ts'
import { pageData } from '#platform/web/session.ts'
import { Slot, slotFilled } from '#platform/web/slots.tsx'
import { track } from '#platform/web/tracking.ts'
import type { TreeMove } from '#platform/web/tree/useTree.ts'
import { TreeView } from '#platform/web/tree/TreeView.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { showFailure, showSuccess } from '#platform/web/ui/toast-store.ts'
import { Icon } from '#platform/view/Icon.tsx'
import { addFavourite, removeFavourite, spaceDirectory } from '#features/spaces/contract.ts'
import { movePosition } from '../../contract.ts'
import { OldTreeFieldsView, PagesView, PageTreeView, SpaceSidebarView } from '../../view/SpaceSidebarView.tsx'
import { getPageView, openTree, type SpaceSidebarView as SidebarData } from '../../view-contract.ts'
import type { SpaceSlotContext } from '../feature.tsx'
import { spaceTree, type PageNode, type PageTreeStore, type SpaceTree } from './space-tree.ts'

interface SpaceSidebarProps {
  spaceKey: string
  contentId: string | undefined
  collapsed: boolean
  place: Frame['spacePlace']
}

export function SpaceSidebar({ spaceKey, contentId, collapsed, place }: SpaceSidebarProps) {
  const reader = useReader()
  // The server sends it expanded, not knowing local storage.
  const isCollapsed = collapsed && reader.isLive
  const client = useQueryClient()
  const tree = spaceTree(client, spaceKey)
  const known = useSyncExternalStore(
    tree.subscribe,
    () => tree.space,
    () => tree.space,
  )
  const sent = reader.isLive ? undefined : sentTree(client, spaceKey, contentId)
  const facts = known ?? sent
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    tree.show(contentId).then(
      () => setFailure(undefined),
      (error: unknown) => setFailure(messageOf(error)),
    )
  }, [tree, contentId])
  if (!facts) return failure === undefined ? <SkeletonText lines={6} /> : <p className="ox-space-failure">{failure}</p>
  const { space, canCreate } = facts
  const move = movesOf(tree.store, () => invalidate(client, getPageView))
  const context: SpaceSlotContext = {
    spaceKey,
    contentId,
    collapsed: isCollapsed,
    place,
    facts,
    changePart: tree.changePart,
  }
  const pages = (
    <PagesView reader={reader} spaceKey={spaceKey} canCreate={canCreate} currentId={contentId}>
      {sent ? (
        <PageTreeView tree={sent} currentId={contentId} reader={reader} />
      ) : (
        <TreeView
          label={t('Pages')}
          tree={tree.store}
          currentId={contentId}
          {...(canCreate ? { onMove: move } : {})}
          renderMark={node =>
            node.restricted ? { icon: <Icon name="lock" size={12} />, text: t('Restricted') } : undefined
          }
          renderActions={node => canCreate && <CreateBelow spaceKey={spaceKey} node={node} />}
          empty={
            <EmptyState
              title={t('No pages yet')}
              action={canCreate ? <a href={createPath('page', spaceKey)}>{t('Create the first page')}</a> : undefined}
            />
          }
        />
      )}
    </PagesView>
  )
  const isReadOnly = facts.isReadOnly || pageData().accessMode.mode === 'READ_ONLY'
  return (
    <SpaceSidebarView
      space={space}
      canAdminister={facts.canAdminister}
      isCollapsed={isCollapsed}
      handle={<Slot name="space.handle" context={context} />}
      star={
        reader.isLive &&
        pageData().user && <SpaceStar tree={tree} isStarred={space.favourite} isReadOnly={isReadOnly} />
      }
      links={<Slot name="space.links" context={context} />}
      navigation={
        slotFilled('space.navigation') ? (
          <Slot name="space.navigation" context={{ ...context, pages }} />
        ) : (
          !isCollapsed && pages
        )
      }
      foot={<Slot name="space.foot" context={context} />}
    >
      {sent && <OldTreeFieldsView tree={sent} currentId={contentId} />}
    </SpaceSidebarView>
  )
}

/** Tree embedded in the document. */
function sentTree(client: QueryClient, key: string, page: string | undefined): SidebarData | undefined {
  return client.getQueryData(
    queryOptionsFor(openTree, { params: { key }, query: page === undefined ? {} : { page } }).queryKey,
  )
}

/** Stars or unstars the space. */
function SpaceStar({ tree, isStarred, isReadOnly }: { tree: SpaceTree; isStarred: boolean; isReadOnly: boolean }) {
  const client = useQueryClient()
  const [isPending, setPending] = useState(false)
  const toggle = async () => {
    track('confluence.favourite.click', { spaceKey: tree.key, isSaved: !isStarred })
    setPending(true)
    const params = { key: tree.key }
    try {
      await (isStarred
        ? call(removeFavourite, { params })
        : call(addFavourite, { params, body: { spaceKey: tree.key } }))
      tree.changeSpace({ favourite: !isStarred })
      await invalidate(client, spaceDirectory)
    } catch (error) {
      showFailure(t('The star could not be changed'), error)
    } finally {
      setPending(false)
    }
  }
  return (
    <IconButton
      label={isStarred ? t('Take the star off this space') : t('Star this space')}
      size="small"
      isActive={isStarred}
      aria-pressed={isStarred}
      isDisabled={isReadOnly}
      isPending={isPending}
      onPress={() => void toggle()}
    >
      <Star fill={isStarred ? 'currentColor' : 'none'} />
    </IconButton>
  )
}

function CreateBelow({ spaceKey, node }: { spaceKey: string; node: PageNode }) {
  const label = t('Create a page below “{{title}}”', { title: node.label })
  return (
    <a
      className="ox-tree-create"
      href={createPath('page', spaceKey, node.id)}
      aria-label={label}
      title={label}
      tabIndex={-1}
    >
      <Icon name="plus" size={16} />
    </a>
  )
}

/** Toast of the last move; moving the same page again replaces it. */
let lastToast: { id: string; close: () => void } | undefined

/** Saves tree moves and offers undo. */
function movesOf(store: PageTreeStore, moved: () => Promise<void>): (move: TreeMove) => Promise<void> {
  const save = async ({ id, target }: TreeMove) => {
    const position = target.position === 'inside' ? 'append' : target.position
    await call(movePosition, { params: { id, position, target: target.id } })
    await moved()
  }
  const failed = (error: unknown) => {
    showFailure(t('The page was not moved'), error)
  }
  return async request => {
    const back = store.lastPlace(request.id)
    try {
      await save(request)
    } catch (error) {
      failed(error)
      throw error
    }
    if (lastToast?.id === request.id) lastToast.close()
    const close = showSuccess(
      t('“{{title}}” was moved', { title: store.state.nodes.get(request.id)?.label ?? '' }),
      back ? { action: { label: t('Undo'), run: () => void store.move(back, save).catch(failed) } } : {},
    )
    lastToast = { id: request.id, close }
  }
}
