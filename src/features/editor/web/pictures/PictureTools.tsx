import Captions from 'lucide-react/icons/captions'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Crop from 'lucide-react/icons/crop'
import Ellipsis from 'lucide-react/icons/ellipsis'
import ExternalLink from 'lucide-react/icons/external-link'
import ImageUp from 'lucide-react/icons/image-up'
import Link from 'lucide-react/icons/link'
import PanelLeft from 'lucide-react/icons/panel-left'
import PanelRight from 'lucide-react/icons/panel-right'
import Settings from 'lucide-react/icons/settings-2'
import Square from 'lucide-react/icons/square'
import Center from 'lucide-react/icons/text-align-center'
import End from 'lucide-react/icons/text-align-end'
import Start from 'lucide-react/icons/text-align-start'
import type { Node as ProseNode } from '@tiptap/pm/model'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Toolbar } from 'react-aria-components/Toolbar'
import { type ImageChange, type ImagePlacement, imageView } from '#language/editor/index.ts'
import { t } from '#platform/web/i18n.ts'
import { Menu, MenuItem, MenuSeparator } from '#platform/web/ui/Menu.tsx'
import { MenuButton, ToolButton } from '../toolbar/ToolButton.tsx'
import type { EditorTools } from '../tools.ts'

/** Between picture and tools, and between tools and window, in px. */
const GAP = 8

const PLACEMENTS: readonly (readonly [ImagePlacement, label: string, icon: ReactNode])[] = [
  ['left', 'Align left', <Start key="left" />],
  ['center', 'Centre', <Center key="center" />],
  ['right', 'Align right', <End key="right" />],
  ['wrapLeft', 'Left, text around it', <PanelLeft key="wrapLeft" />],
  ['wrapRight', 'Right, text around it', <PanelRight key="wrapRight" />],
]

/** Widths in px. */
const SIZES: readonly (readonly [label: string, width: number | undefined])[] = [
  ['Small', 200],
  ['Medium', 400],
  ['Large', 640],
  ['Original size', undefined],
]

interface PictureToolsProps {
  tools: EditorTools
  node: ProseNode
  at: number
}

/** Tools above the selected picture. */
export default function PictureTools({ tools, node, at }: PictureToolsProps) {
  const toolbar = useRef<HTMLDivElement>(null)
  const isAway = useAway()
  usePlaceAbove(toolbar, tools, at)
  if (isAway) return null
  const { editor, session } = tools
  const view = imageView(String(node.attrs['source']))
  const change = (next: ImageChange) => {
    tools.changePicture(at, next)
    editor.view.focus()
  }
  const isLinked = node.marks.some(({ type }) => type.name === 'link' || type.name === 'wikiLink')
  return createPortal(
    <Toolbar ref={toolbar} className="ox-bubble ox-picture-tools" aria-label={t('Picture')}>
      {!view.isHtml &&
        PLACEMENTS.map(([placement, label, icon]) => (
          <ToolButton
            key={placement}
            label={t(label)}
            isActive={view.placement === placement}
            onPress={() => change({ placement: view.placement === placement ? undefined : placement })}
          >
            {icon}
          </ToolButton>
        ))}
      <SizeMenu width={view.width} isThumbnail={view.isThumbnail} onSize={width => change({ width })} />
      {!view.isHtml && (
        <ToolButton
          label={t('Border')}
          isActive={view.hasBorder}
          onPress={() => change({ hasBorder: !view.hasBorder })}
        >
          <Square />
        </ToolButton>
      )}
      {!view.isHtml && (
        <ToolButton label={t('Caption')} isActive={view.caption !== ''} onPress={() => tools.openPicture('caption')}>
          <Captions />
        </ToolButton>
      )}
      <ToolButton label={t('Description')} isActive={view.alt !== ''} onPress={() => tools.openPicture('alt')}>
        <span className="ox-tool-text">{t('Alt')}</span>
      </ToolButton>
      <ToolButton label={t('Link')} keys="Mod-k" isActive={isLinked} onPress={() => tools.open('link')}>
        <Link />
      </ToolButton>
      {!view.isHtml && session.view.canAttach && view.target?.kind === 'attachment' && (
        <ToolButton label={t('Crop and rotate')} onPress={() => tools.open('imageCrop')}>
          <Crop />
        </ToolButton>
      )}
      <MoreMenu
        href={tools.pictureUrl(view)}
        mayReplace={!view.isHtml}
        onReplace={() => tools.open('imageReplace')}
        onOptions={() => tools.openPicture('alt')}
      />
    </Toolbar>,
    document.body,
  )
}

interface SizeMenuProps {
  width: number | undefined
  isThumbnail: boolean
  onSize: (width: number | undefined) => void
}

function SizeMenu({ width, isThumbnail, onSize }: SizeMenuProps) {
  return (
    <Menu
      label={t('Size')}
      placement="bottom start"
      trigger={
        <MenuButton label={t('Size')}>
          <span className="ox-tool-text">{t('Size')}</span>
          <ChevronDown size={12} />
        </MenuButton>
      }
    >
      {SIZES.map(([label, pixels]) => (
        <MenuItem
          key={label}
          label={t(label)}
          isChecked={pixels === width && !isThumbnail}
          {...(pixels === undefined ? {} : { shortcut: `${pixels} px` })}
          onAction={() => onSize(pixels)}
        />
      ))}
    </Menu>
  )
}

interface MoreMenuProps {
  /** Address of the file; undefined if it is not known here. */
  href: string | undefined
  mayReplace: boolean
  onReplace: () => void
  onOptions: () => void
}

function MoreMenu({ href, mayReplace, onReplace, onOptions }: MoreMenuProps) {
  return (
    <Menu
      label={t('More for the picture')}
      trigger={
        <MenuButton label={t('More for the picture')}>
          <Ellipsis />
        </MenuButton>
      }
    >
      {mayReplace && <MenuItem label={t('Replace picture')} icon={<ImageUp />} onAction={onReplace} />}
      {href !== undefined && (
        <MenuItem
          label={t('Open original')}
          icon={<ExternalLink />}
          onAction={() => window.open(href, '_blank', 'noopener')}
        />
      )}
      <MenuSeparator />
      <MenuItem label={t('Picture options')} icon={<Settings />} onAction={onOptions} />
    </Menu>
  )
}

/** Whether the focus is in a field elsewhere, such as the title. */
function useAway(): boolean {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const look = ({ target }: FocusEvent) => setAway(target instanceof Element && target.matches('input, textarea'))
    document.addEventListener('focusin', look)
    return () => document.removeEventListener('focusin', look)
  }, [])
  return isAway
}

/** Keeps the tools above the picture, below it where they would leave the window, and within its sides. */
function usePlaceAbove(toolbar: RefObject<HTMLElement | null>, { editor }: EditorTools, at: number): void {
  useLayoutEffect(() => {
    const dom = editor.view.nodeDOM(at)
    const element = toolbar.current
    if (!element || !(dom instanceof HTMLElement)) return
    const place = () => placeAbove(element, dom.querySelector('.ox-picture-frame') ?? dom)
    place()
    const observer = new ResizeObserver(place)
    observer.observe(element)
    observer.observe(dom.querySelector('img') ?? dom)
    document.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
      observer.disconnect()
      document.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  })
}

function placeAbove(element: HTMLElement, shown: Element): void {
  const picture = shown.getBoundingClientRect()
  const { width, height } = element.getBoundingClientRect()
  const top = document.querySelector('.ox-editor-strip')?.getBoundingClientRect().bottom ?? 0
  const above = picture.top - height - GAP
  const below = picture.bottom + GAP
  // A picture that is higher than the window has its tools at the top of what is seen.
  const y = above >= top + GAP ? above : below + height < innerHeight ? below : top + GAP
  const middle = picture.left + picture.width / 2
  element.style.left = `${Math.max(GAP, Math.min(middle - width / 2, innerWidth - width - GAP))}px`
  element.style.top = `${y}px`
  element.style.visibility = picture.bottom < top || picture.top > innerHeight ? 'hidden' : ''
}
