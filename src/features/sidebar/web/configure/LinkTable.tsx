import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import GripVertical from 'lucide-react/icons/grip-vertical'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import type { SidebarLink } from '../../contract.ts'
import { iconOfLink } from '../../icons.ts'
import { SideIcon } from '../../view/SideIcon.tsx'

interface LinkTableProps {
  label: string
  /** In the order in which they show. */
  links: readonly SidebarLink[]
  /** The link with this id goes to this place, counted without itself. */
  onMove: (id: string, place: number) => void
  onHide: (link: SidebarLink) => void
  onRemove: (link: SidebarLink) => void
}

/** Links that are dragged into another order, or moved by the arrows; main links are hidden, shortcuts removed. */
export function LinkTable({ label, links, onMove, onHide, onRemove }: LinkTableProps) {
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<number>()
  const drop = () => {
    const from = links.findIndex(link => link.id === dragged)
    setDragged(undefined)
    setOver(undefined)
    if (dragged === undefined || over === undefined || from < 0) return
    const place = over > from ? over - 1 : over
    if (place !== from) onMove(dragged, place)
  }
  return (
    <table className="ox-link-table" aria-label={label}>
      <tbody>
        {links.map((link, index) => (
          <tr
            key={link.id}
            data-hidden={link.hidden || undefined}
            data-dragged={dragged === link.id || undefined}
            data-drop={dragged === undefined ? undefined : over === index ? 'before' : over === index + 1 && index === links.length - 1 ? 'after' : undefined}
            draggable
            onDragStart={event => {
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', link.title)
              setDragged(link.id)
            }}
            onDragEnd={() => {
              setDragged(undefined)
              setOver(undefined)
            }}
            onDragOver={event => {
              if (dragged === undefined) return
              event.preventDefault()
              const box = event.currentTarget.getBoundingClientRect()
              setOver(event.clientY < box.top + box.height / 2 ? index : index + 1)
            }}
            onDrop={event => {
              event.preventDefault()
              drop()
            }}
          >
            <td className="ox-link-grip">
              <GripVertical size={16} strokeWidth={1.75} aria-hidden />
            </td>
            <th scope="row">
              <SideIcon name={iconOfLink(link.styleClass)} />
              <span>{link.title}</span>
            </th>
            <td className="ox-link-actions">
              <IconButton label={t('Move {{title}} up', { title: link.title })} size="small" isDisabled={index === 0} onPress={() => onMove(link.id, index - 1)}>
                <ArrowUp size={16} strokeWidth={1.75} aria-hidden />
              </IconButton>
              <IconButton
                label={t('Move {{title}} down', { title: link.title })}
                size="small"
                isDisabled={index === links.length - 1}
                onPress={() => onMove(link.id, index + 1)}
              >
                <ArrowDown size={16} strokeWidth={1.75} aria-hidden />
              </IconButton>
              {link.canHide ? (
                <IconButton
                  label={link.hidden ? t('Show {{title}}', { title: link.title }) : t('Hide {{title}}', { title: link.title })}
                  size="small"
                  onPress={() => onHide(link)}
                >
                  {link.hidden ? <EyeOff size={16} strokeWidth={1.75} aria-hidden /> : <Eye size={16} strokeWidth={1.75} aria-hidden />}
                </IconButton>
              ) : (
                <IconButton label={t('Remove {{title}}', { title: link.title })} size="small" onPress={() => onRemove(link)}>
                  <X size={16} strokeWidth={1.75} aria-hidden />
                </IconButton>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
