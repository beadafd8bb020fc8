import type { CSSProperties, ReactNode } from 'react'
import { t } from '../i18n.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import type { DropTarget, NodeRow, StatusRow, TreeNode, TreeRow } from './model.ts'
import css from './TreeView.module.css'
import type { TreeStore } from './useTree.ts'
import type { Drag } from './useTreeDrag.ts'

/** DOM id of a row. */
export function rowId(id: string): string {
  return `ox-tree-${id}`
}

/** Parts that the caller adds to the rows of nodes. */
export interface NodeParts<N extends TreeNode> {
  /** 12 px icon after the label; its text is part of the accessible name. */
  renderMark?: (node: N) => { icon: ReactNode; text: string } | undefined
  renderActions?: (node: N) => ReactNode
}

interface TreeRowsProps<N extends TreeNode> {
  tree: TreeStore<N>
  rows: readonly TreeRow[]
  /** Indexes of the rows in the document. */
  rendered: readonly number[]
  rowPx: number
  focusIndex: number
  currentId: string | undefined
  /** Node whose children are sliding in. */
  arrivingBelow: string | undefined
  drag: Drag
  isMovable: (id: string) => boolean
  expand: (id: string) => void
  onRowFocus: (index: number) => void
  parts: NodeParts<N>
}

/** Rendered rows of a tree, positioned by their index. */
export function TreeRows<N extends TreeNode>(props: TreeRowsProps<N>) {
  const { tree, rows, drag, parts } = props
  return props.rendered.map(index => {
    const row = rows[index]
    if (!row) return null
    const item = {
      id: rowId(row.id),
      style: { transform: `translateY(${index * props.rowPx}px)`, height: props.rowPx, '--depth': row.depth },
      isTabStop: index === props.focusIndex,
      onFocus: () => props.onRowFocus(index),
    }
    if (row.kind !== 'node')
      return <StatusItem key={row.id} {...item} row={row} onRetry={() => void tree.more(row.parentId, row.rest)} />
    const node = tree.state.nodes.get(row.id)
    if (!node) return null
    return (
      <NodeItem
        key={row.id}
        {...item}
        node={node}
        row={row}
        isCurrent={row.id === props.currentId}
        isArriving={props.arrivingBelow !== undefined && row.parentId === props.arrivingBelow}
        drop={drag.target?.id === row.id ? drag.target.position : undefined}
        isDragged={drag.draggedId === row.id}
        isDraggable={props.isMovable(row.id)}
        mark={parts.renderMark?.(node)}
        actions={parts.renderActions?.(node)}
        onToggle={() => (row.isExpanded ? tree.collapse(row.id) : props.expand(row.id))}
        drag={drag.row(row)}
      />
    )
  })
}

interface ItemProps {
  id: string
  style: CSSProperties
  isTabStop: boolean
  onFocus: () => void
}

interface NodeItemProps extends ItemProps {
  node: TreeNode
  row: NodeRow
  isCurrent: boolean
  isArriving: boolean
  isDraggable: boolean
  isDragged: boolean
  drop: DropTarget['position'] | undefined
  mark: { icon: ReactNode; text: string } | undefined
  actions: ReactNode
  onToggle: () => void
  drag: ReturnType<Drag['row']>
}

/** Tree row; holds the focus. The link is for the pointer, Enter follows it. */
function NodeItem(props: NodeItemProps) {
  const { node, row } = props
  return (
    <div
      id={props.id}
      className={css.row}
      style={props.style}
      role="treeitem"
      aria-label={props.mark ? `${node.label}, ${props.mark.text}` : node.label}
      aria-level={row.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-expanded={row.isExpandable ? row.isExpanded : undefined}
      aria-current={props.isCurrent ? 'page' : undefined}
      aria-selected={props.isCurrent}
      tabIndex={props.isTabStop ? 0 : -1}
      data-drop={props.drop}
      data-arriving={props.isArriving || undefined}
      onFocus={props.onFocus}
    >
      <a
        className={css.item}
        href={node.href}
        tabIndex={-1}
        draggable={props.isDraggable}
        data-dragged={props.isDragged || undefined}
        data-tip={node.label}
        onClick={() => {
          // Groups have no link: a click toggles them.
          if (node.href === undefined && row.isExpandable) props.onToggle()
        }}
        {...props.drag}
      >
        <span
          className={css.chevron}
          aria-hidden="true"
          data-state={row.isExpandable ? (row.isExpanded ? 'open' : 'closed') : 'leaf'}
          onClick={event => {
            if (!row.isExpandable) return
            event.preventDefault()
            event.stopPropagation()
            props.onToggle()
          }}
        >
          {row.isExpandable ? <b /> : <i />}
        </span>
        <span className={css.label}>{node.label}</span>
        {props.mark && (
          <span className={css.mark} data-tip={props.mark.text}>
            {props.mark.icon}
          </span>
        )}
      </a>
      {props.actions && <span className={css.actions}>{props.actions}</span>}
    </div>
  )
}

interface StatusItemProps extends ItemProps {
  row: StatusRow
  onRetry: () => void
}

/** Row in place of missing children; Enter or a click loads them. */
function StatusItem({ id, row, style, isTabStop, onFocus, onRetry }: StatusItemProps) {
  const label =
    row.kind === 'loading' ? t('Loading…') : row.kind === 'more' ? t('Show more') : t('Could not be loaded. Try again')
  return (
    <div
      id={id}
      className={css.row}
      style={style}
      role="treeitem"
      aria-selected={false}
      aria-label={label}
      aria-level={row.depth + 1}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={onFocus}
    >
      {row.kind === 'loading' ? (
        <span className={css.status}>
          <Skeleton width="55%" height="10px" />
        </span>
      ) : (
        <button type="button" className={css.status} tabIndex={-1} onClick={onRetry}>
          {label}
        </button>
      )}
    </div>
  )
}
