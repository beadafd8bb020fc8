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

/** Puts a tree together of its levels: elements in the browser, HTML on the server. */
interface TreeParts<Item, List> {
  /** @param below the list of pages below this one, where it is open */
  item(row: PageRow, id: string, below: List | undefined): Item
  list(items: readonly Item[]): List
}

/** Page tree, put together of `parts`; undefined where it has no page. */
export function pageTreeOf<Item, List>(
  { levels }: PageTree,
  currentId: string | undefined,
  parts: TreeParts<Item, List>,
): List | undefined {
  const open = new Map<string | null, readonly PageTreeNode[]>(
    levels.map(({ parent, nodes, far }) => [parent, far ? [...nodes, ...far.nodes] : nodes]),
  )
  const level = (parent: string | null, depth: number): List | undefined => {
    const nodes = open.get(parent)
    if (!nodes?.length) return undefined
    return parts.list(
      nodes.map(({ id, title, url, hasChildren, restricted }) => {
        const state = hasChildren ? (open.has(id) ? 'open' : 'closed') : 'leaf'
        const row: PageRow = { title, url, depth, state, isCurrent: id === currentId, restricted }
        return parts.item(row, id, level(id, depth + 1))
      }),
    )
  }
  return level(null, 0)
}

/** Page tree as nested links, until the interactive tree takes over. */
export function PageTreeView({ tree, currentId, reader }: PageTreeViewProps) {
  return pageTreeOf<ReactElement, ReactElement>(tree, currentId, {
    item: (row, id, below) => (
      <PageRowView key={id} {...row} reader={reader}>
        {below}
      </PageRowView>
    ),
    list: items => <PageListView>{items}</PageListView>,
  })
}

/** Pages of a level of the tree. */
export function PageListView({ children }: { children: ReactNode }) {
  return <ul className="ox-tree-static">{children}</ul>
}

/** Properties of the row of a page in the tree. */
export type PageRow = Pick<TreeRowViewProps, 'title' | 'url' | 'depth' | 'state' | 'isCurrent'> & {
  restricted: boolean
}

/** A page in the tree, with the list of those below it as `children`. */
export function PageRowView({
  restricted,
  reader,
  children,
  ...row
}: PageRow & { reader: Reader; children?: ReactNode }) {
  return (
    <li>
      <TreeRowView {...row} mark={restricted && <RestrictedMark reader={reader} />} />
      {children}
    </li>
  )
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
