import { useQueryClient } from '@tanstack/react-query'
import Star from 'lucide-react/icons/star'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError } from '#platform/web/api-error.ts'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { allOf } from '#platform/web/query.ts'
import { pageData } from '#platform/web/session.ts'
import { Slot } from '#platform/web/slots.tsx'
import type { TreeMove } from '#platform/web/tree/useTree.ts'
import { TreeView } from '#platform/web/tree/TreeView.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { showToast } from '#platform/web/ui/toast-store.ts'
import { addFavourite, removeFavourite, spaceDirectory } from '#features/spaces/contract.ts'
import { movePosition } from '../../contract.ts'
import { getPageView } from '../../view-contract.ts'
import { PageIcon } from '../PageIcon.tsx'
import { type PageNode, type PageTreeStore, type SpaceTree, spaceTree } from './space-tree.ts'

interface SpaceSidebarProps {
  spaceKey: string
  contentId: string | undefined
  collapsed: boolean
}

/** A space's name and its pages. The server's markup is view/sidebar-markup.ts: change both. */
export function SpaceSidebar({ spaceKey, contentId, collapsed }: SpaceSidebarProps) {
  const client = useQueryClient()
  const tree = spaceTree(client, spaceKey)
  const facts = useSyncExternalStore(tree.subscribe, () => tree.space)
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    tree.show(contentId).then(
      () => setFailure(undefined),
      (error: unknown) => setFailure(error instanceof ApiError ? error.message : String(error)),
    )
  }, [tree, contentId])
  if (!facts) return failure === undefined ? <SkeletonText lines={6} /> : <p className="ox-space-failure">{failure}</p>
  const { space, canCreate } = facts
  const move = movesOf(tree.store, () => client.invalidateQueries({ queryKey: allOf(getPageView) }))
  return (
    <div className="ox-space">
      <div className="ox-space-head">
        <a className="ox-space-link" href={space.url} title={collapsed ? space.name : undefined}>
          <img className="ox-space-icon" src={space.iconUrl} alt={collapsed ? space.name : ''} width="24" height="24" />
          {!collapsed && <span className="ox-space-name">{space.name}</span>}
        </a>
        {!collapsed && <span className="ox-space-star">{pageData().user && <SpaceStar tree={tree} isStarred={space.favourite} />}</span>}
      </div>
      <Slot name="space.links" context={{ spaceKey, contentId, collapsed }} />
      {!collapsed && (
        <>
          <div className="ox-tree-head">
            <span>{t('Pages')}</span>
            {canCreate && (
              <a className="ox-icon-button ox-tree-add" href={createPath(spaceKey, contentId)} aria-label={t('Create page')}>
                <PageIcon name="plus" size={16} />
              </a>
            )}
          </div>
          <nav className="ox-space-tree" aria-label={t('Pages')}>
            <TreeView
              label={t('Pages')}
              tree={tree.store}
              currentId={contentId}
              {...(canCreate ? { onMove: move } : {})}
              renderActions={node => canCreate && <CreateBelow spaceKey={spaceKey} node={node} />}
              empty={
                <EmptyState
                  title={t('No pages yet')}
                  action={canCreate ? <a href={createPath(spaceKey)}>{t('Create the first page')}</a> : undefined}
                />
              }
            />
          </nav>
        </>
      )}
      <Slot name="space.tools" context={{ spaceKey, collapsed, administers: facts.canAdminister }} />
    </div>
  )
}

/** Puts the space on the reader's dashboard, or takes it off. */
function SpaceStar({ tree, isStarred }: { tree: SpaceTree; isStarred: boolean }) {
  const client = useQueryClient()
  const toggle = async () => {
    tree.changeSpace({ favourite: !isStarred })
    const params = { key: tree.key }
    try {
      await (isStarred ? call(removeFavourite, { params }) : call(addFavourite, { params, body: {} }))
      await client.invalidateQueries({ queryKey: allOf(spaceDirectory) })
    } catch (error) {
      tree.changeSpace({ favourite: isStarred })
      showToast({ kind: 'error', title: t('The star could not be changed'), body: error instanceof Error ? error.message : String(error) })
    }
  }
  return (
    <IconButton
      label={isStarred ? t('Take the star off this space') : t('Star this space')}
      size="small"
      isActive={isStarred}
      onPress={() => void toggle()}
    >
      <Star size={16} strokeWidth={1.75} fill={isStarred ? 'currentColor' : 'none'} aria-hidden />
    </IconButton>
  )
}

function createPath(spaceKey: string, parentId?: string): string {
  return `/pages/createpage.action?spaceKey=${encodeURIComponent(spaceKey)}${parentId ? `&fromPageId=${parentId}` : ''}`
}

function CreateBelow({ spaceKey, node }: { spaceKey: string; node: PageNode }) {
  const label = t('Create a page below “{{title}}”', { title: node.label })
  return (
    <a className="ox-tree-create" href={createPath(spaceKey, node.id)} aria-label={label} title={label} tabIndex={-1}>
      <PageIcon name="plus" size={16} />
    </a>
  )
}

/** Saves moves in the tree, and offers to take each one back. */
function movesOf(store: PageTreeStore, moved: () => Promise<void>): (move: TreeMove) => Promise<void> {
  const save = async ({ id, target }: TreeMove) => {
    const position = target.position === 'inside' ? 'append' : target.position
    await call(movePosition, { params: { id, position, target: target.id } })
    await moved()
  }
  const failed = (error: unknown) => {
    showToast({ kind: 'error', title: t('The page was not moved'), body: error instanceof ApiError ? error.message : String(error) })
  }
  return async request => {
    const back = store.lastPlace(request.id)
    try {
      await save(request)
    } catch (error) {
      failed(error)
      throw error
    }
    showToast({
      kind: 'success',
      title: t('“{{title}}” was moved', { title: store.state.nodes.get(request.id)?.label ?? '' }),
      ...(back ? { action: { label: t('Undo'), run: () => void store.move(back, save).catch(failed) } } : {}),
    })
  }
}
