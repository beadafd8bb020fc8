import type { ReactNode } from 'react'
import { createPath } from '#platform/create-path.ts'
import { Icon } from '#platform/view/Icon.tsx'
import type { Reader } from '#platform/view/reader.ts'
import type { PageTree } from '../view-contract.ts'

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

/** Page tree as nested links, until the interactive tree takes over. */
export function PageTreeView({
  tree,
  currentId,
  reader,
}: {
  tree: PageTree
  currentId: string | undefined
  reader: Reader
}) {
  const levels = new Map(tree.levels.map(({ parent, nodes, far }) => [parent, [...nodes, ...(far?.nodes ?? [])]]))
  const level = (parent: string | null, depth: number): ReactNode => {
    const nodes = levels.get(parent) ?? []
    if (nodes.length === 0) return null
    return (
      <ul className="ox-tree-static">
        {nodes.map(node => (
          <li key={node.id}>
            <TreeRowView
              title={node.title}
              url={node.url}
              depth={depth}
              state={node.hasChildren ? (levels.has(node.id) ? 'open' : 'closed') : 'leaf'}
              isCurrent={node.id === currentId}
              mark={node.restricted && <RestrictedMark reader={reader} />}
            />
            {level(node.id, depth + 1)}
          </li>
        ))}
      </ul>
    )
  }
  return level(null, 0)
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
