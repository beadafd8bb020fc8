import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import GripVertical from 'lucide-react/icons/grip-vertical'
import X from 'lucide-react/icons/x'
import { type DragEvent, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import type { SidebarLink } from '../../contract.ts'
import { iconOfLink } from '../../icons.ts'
import { SideIcon } from '../../view/SideIcon.tsx'

interface LinkTableProps {
  label: string
  /** Display order. */
  links: readonly SidebarLink[]
  /** Moves a link; `place` excludes the link itself. */
  onMove: (id: string, place: number) => void
  onHide: (link: SidebarLink) => void
  onRemove: (link: SidebarLink) => void
}

/** Reorderable links; main links can be hidden, shortcuts removed. */
export function LinkTable({ label, links, onMove, onHide, onRemove }: LinkTableProps) {
  const rowDrag = useReorder(links, onMove)
  return (
    <table className="ox-link-table" aria-label={label}>
      <tbody>
        {links.map((link, index) => (
          <tr key={link.id} data-hidden={link.hidden || undefined} {...rowDrag(link, index)}>
            <td className="ox-link-grip">
              <GripVertical />
            </td>
            <th scope="row">
              <SideIcon name={iconOfLink(link.styleClass)} />
              <span>{link.title}</span>
            </th>
            <td className="ox-link-actions">
              <IconButton
                label={t('Move {{title}} up', { title: link.title })}
                size="small"
                isDisabled={index === 0}
                onPress={() => onMove(link.id, index - 1)}
              >
                <ArrowUp />
              </IconButton>
              <IconButton
                label={t('Move {{title}} down', { title: link.title })}
                size="small"
                isDisabled={index === links.length - 1}
                onPress={() => onMove(link.id, index + 1)}
              >
                <ArrowDown />
              </IconButton>
              <RemoveButton link={link} onHide={onHide} onRemove={onRemove} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function RemoveButton({ link, onHide, onRemove }: { link: SidebarLink } & Pick<LinkTableProps, 'onHide' | 'onRemove'>) {
  const { title, canHide, hidden } = link
  if (!canHide)
    return (
      <IconButton label={t('Remove {{title}}', { title })} size="small" onPress={() => onRemove(link)}>
        <X />
      </IconButton>
    )
  return (
    <IconButton
      label={hidden ? t('Show {{title}}', { title }) : t('Hide {{title}}', { title })}
      size="small"
      onPress={() => onHide(link)}
    >
      {hidden ? <EyeOff /> : <Eye />}
    </IconButton>
  )
}

/** Native drag and drop of rows. Returns the props of a row. */
function useReorder(links: readonly SidebarLink[], onMove: LinkTableProps['onMove']) {
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<number>()
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  const drop = () => {
    const from = links.findIndex(link => link.id === dragged)
    end()
    if (dragged === undefined || over === undefined || from < 0) return
    const place = over > from ? over - 1 : over
    if (place !== from) onMove(dragged, place)
  }
  const dropMark = (index: number) => {
    if (dragged === undefined) return undefined
    if (over === index) return 'before'
    return over === index + 1 && index === links.length - 1 ? 'after' : undefined
  }
  return (link: SidebarLink, index: number) => ({
    'data-dragged': dragged === link.id || undefined,
    'data-drop': dropMark(index),
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', link.title)
      setDragged(link.id)
    },
    onDragEnd: end,
    onDragOver: (event: DragEvent) => {
      if (dragged === undefined) return
      event.preventDefault()
      const box = event.currentTarget.getBoundingClientRect()
      setOver(event.clientY < box.top + box.height / 2 ? index : index + 1)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      drop()
    },
  })
}
