import type { CSSProperties, DragEvent, ReactNode } from 'react'
import { t } from '../i18n.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import type { DropTarget, NodeRow, StatusRow, TreeNode } from './model.ts'
import css from './TreeView.module.css'

interface NodeItemProps {
  id: string
  node: TreeNode
  row: NodeRow
  style: CSSProperties
  isCurrent: boolean
  isTabStop: boolean
  isArriving: boolean
  isDraggable: boolean
  isDragged: boolean
  drop: DropTarget['position'] | undefined
  icon: ReactNode
  /** After the label: what is special about the page. `text` is said with the label. */
  mark: { icon: ReactNode; text: string } | undefined
  actions: ReactNode
  onFocus: () => void
  onToggle: () => void
  drag: {
    onDragStart: (event: DragEvent) => void
    onDragOver: (event: DragEvent) => void
    onDragEnd: () => void
    onDrop: (event: DragEvent) => void
  }
}

/** A row of the tree: it has the focus; the link inside is for the pointer, and Enter follows it. */
export function NodeItem(props: NodeItemProps) {
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
          // A group leads nowhere: a press on it opens and closes it.
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
        {props.icon && <span className={css.icon}>{props.icon}</span>}
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

interface StatusItemProps {
  id: string
  row: StatusRow
  style: CSSProperties
  isTabStop: boolean
  onFocus: () => void
  onRetry: () => void
}

/** A row in the place of children that are not here: Enter or a press fetches them. */
export function StatusItem({ id, row, style, isTabStop, onFocus, onRetry }: StatusItemProps) {
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
