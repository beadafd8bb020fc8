import type { ReactElement, ReactNode } from 'react'
import { createPath } from '#platform/create-path.ts'
import { Icon } from '#platform/view/Icon.tsx'
import type { Reader } from '#platform/view/reader.ts'
import type { PageTree, PageTreeNode } from '../view-contract.ts'

interface SpaceSidebarViewProps {
  space: PageTree['space']
  /** Whether to reserve the place of the space handle. */
  canAdminister: boolean
  isCollapsed?: boolean
  /** Browser-only content beside the space's name. */
  handle?: ReactNode
  star?: ReactNode
  links: ReactNode
  navigation: ReactNode
  foot: ReactNode
  children?: ReactNode
}

/** Space name, feature content and page tree. */
export function SpaceSidebarView(props: SpaceSidebarViewProps) {
  const { space, isCollapsed = false } = props
  return (
    <div className="ox-space">
      <div className="ox-space-head">
        <a className="ox-space-link" href={space.url} {...(isCollapsed ? { 'data-tip': space.name } : {})}>
          <img
            className="ox-space-icon"
            src={space.iconUrl}
            alt={isCollapsed ? space.name : ''}
            width="24"
            height="24"
          />
          {!isCollapsed && <span className="ox-space-name">{space.name}</span>}
        </a>
        {!isCollapsed && props.canAdminister && <span className="ox-space-handle">{props.handle}</span>}
        {!isCollapsed && <span className="ox-space-star">{props.star}</span>}
      </div>
      {props.links}
      {props.navigation}
      {props.foot}
      {props.children}
    </div>
  )
}

interface PagesViewProps {
  reader: Reader
  spaceKey: string
  canCreate: boolean
  currentId: string | undefined
  children: ReactNode
}

/** Pages of a space with a heading; the tree is `children`. */
export function PagesView({ reader: { t }, spaceKey, canCreate, currentId, children }: PagesViewProps) {
  return (
    <>
      <div className="ox-tree-head">
        <span>{t('Pages')}</span>
        {canCreate && (
          <a
            className="ox-icon-button ox-tree-add"
            href={createPath('page', spaceKey, currentId)}
            aria-label={t('Create page')}
          >
            <Icon name="plus" size={16} />
          </a>
        )}
      </div>
      <nav className="ox-space-tree" aria-label={t('Pages')}>
        {children}
      </nav>
    </>
  )
}

interface PageTreeViewProps {
  tree: PageTree
  currentId: string | undefined
  reader: Reader
}

type TreeNodes = ReadonlyMap<string | null, readonly PageTreeNode[]>

/** The nodes of a tree by the page above them. */
export function nodesByParent({ levels }: PageTree): TreeNodes {
  return new Map(levels.map(({ parent, nodes, far }) => [parent, far ? [...nodes, ...far.nodes] : nodes]))
}

/** What the row of a node shows. @param levels those that are open */
export function rowOf(node: PageTreeNode, depth: number, levels: TreeNodes, currentId: string | undefined): PageRow {
  const { id, title, url, hasChildren, restricted } = node
  const state = hasChildren ? (levels.has(id) ? 'open' : 'closed') : 'leaf'
  return { title, url, depth, state, isCurrent: id === currentId, restricted }
}

/** Page tree as nested links, until the interactive tree takes over. */
export function PageTreeView({ tree, currentId, reader }: PageTreeViewProps) {
  const levels = nodesByParent(tree)
  const level = (parent: string | null, depth: number): ReactNode => {
    const nodes = levels.get(parent)
    if (!nodes?.length) return null
    return (
      <ul className="ox-tree-static">
        {nodes.map(node => (
          <li key={node.id}>
            {pageRow(rowOf(node, depth, levels, currentId), reader)}
            {level(node.id, depth + 1)}
          </li>
        ))}
      </ul>
    )
  }
  return level(null, 0)
}

/** A page in the tree. */
export type PageRow = Pick<TreeRowViewProps, 'title' | 'url' | 'depth' | 'state' | 'isCurrent'> & {
  restricted: boolean
}

/** The row of a page in the tree. */
export function pageRow({ restricted, ...row }: PageRow, reader: Reader): ReactElement {
  return <TreeRowView {...row} mark={restricted && <RestrictedMark reader={reader} />} />
}

export interface TreeRowViewProps {
  title: string
  /** Empty for groups without a link. */
  url: string
  depth: number
  state: 'open' | 'closed' | 'leaf'
  isCurrent?: boolean
  mark?: ReactNode
}

/** Row of a link tree. */
export function TreeRowView({ title, url, depth, state, isCurrent = false, mark }: TreeRowViewProps) {
  const face = (
    <>
      <span className="ox-tree-chevron" data-state={state} aria-hidden="true">
        {state === 'leaf' ? <i /> : <b />}
      </span>
      <span className="ox-tree-label">{title}</span>
      {mark}
    </>
  )
  const style = { '--depth': depth }
  if (url === '')
    return (
      <span className="ox-tree-row" style={style}>
        {face}
      </span>
    )
  return (
    <a className="ox-tree-row" style={style} href={url} aria-current={isCurrent ? 'page' : undefined}>
      {face}
    </a>
  )
}

function RestrictedMark({ reader: { t } }: { reader: Reader }) {
  return (
    <span className="ox-tree-lock" title={t('Restricted')}>
      <Icon name="lock" size={12} />
      <span className="ox-visually-hidden">{`, ${t('Restricted')}`}</span>
    </span>
  )
}

const NATURAL_CHILDREN =
  '/plugins/pagetree/naturalchildren.action?decorator=none&excerpt=false&sort=position&reverse=false&disableLinks=false&expandCurrent=true'

/** Hidden fields that clients of the old product read. */
export function OldTreeFieldsView({ tree, currentId }: { tree: PageTree; currentId: string | undefined }) {
  const ancestors = tree.levels.flatMap(({ parent }) => (parent !== null && parent !== currentId ? [parent] : []))
  const fields = {
    treeRequestId: NATURAL_CHILDREN,
    treePageId: currentId ?? '',
    noRoot: 'false',
    rootPageId: tree.space.homePageId ?? '',
    rootPage: '',
    startDepth: '0',
    spaceKey: tree.space.key,
  }
  return (
    <fieldset className="hidden" hidden>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} readOnly />
      ))}
      {ancestors.map(id => (
        <input key={id} type="hidden" name="ancestorId" value={id} readOnly />
      ))}
    </fieldset>
  )
}
