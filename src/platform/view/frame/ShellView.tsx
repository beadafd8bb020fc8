import type { CSSProperties, HTMLAttributes, ReactNode, Ref } from 'react'
import { Icon } from '../Icon.tsx'
import type { Reader } from '../reader.ts'
import { Region } from '../Region.tsx'

export interface ShellViewProps {
  reader: Reader
  /** `bare`: no sidebar and search (sign-in, set-up). */
  layout: 'normal' | 'bare'
  /** Banners above the top bar. */
  top?: ReactNode
  header: ReactNode
  connection?: ReactNode
  accessMode: ReactNode
  isNavigating?: boolean
  sidebar?: ReactNode
  /** Px; default from the CSS. */
  sidebarWidth?: number | undefined
  isSidebarCollapsed?: boolean
  main: ReactNode
  /** Server markup that replaces `main`. */
  mainHtml?: string | undefined
  footer: ReactNode
}

export function ShellView(props: ShellViewProps) {
  const {
    reader: { t },
    layout,
    sidebar,
    sidebarWidth,
  } = props
  const style =
    sidebarWidth === undefined ? undefined : ({ '--ox-sidebar-width': `${sidebarWidth}px` } as CSSProperties)
  return (
    <>
      <a className="ox-skip" href="#main">
        {t('Skip to content')}
      </a>
      {props.top}
      {props.header}
      <div className="ox-progress" data-active={props.isNavigating || undefined} aria-hidden="true" />
      {props.connection ?? <div className="ox-connection" role="status" />}
      {props.accessMode}
      <div
        className="ox-frame"
        data-layout={layout}
        data-sidebar={sidebar ? (props.isSidebarCollapsed ? 'collapsed' : 'expanded') : 'none'}
        style={style}
      >
        {sidebar}
        <div className="ox-column">
          <Region html={props.mainHtml} id="main" className="ox-main" role="main" tabIndex={-1}>
            {props.main}
          </Region>
          {props.footer}
        </div>
      </div>
    </>
  )
}

interface SidebarFrameViewProps {
  reader: Reader
  label: string
  isCollapsed?: boolean
  isDrawerOpen?: boolean
  /** Server markup that replaces `children`. */
  html?: string | undefined
  /** Browser-only parts. */
  asideRef?: Ref<HTMLElement>
  scrimRef?: Ref<HTMLDivElement>
  toggleProps?: HTMLAttributes<HTMLButtonElement> & { disabled?: boolean }
  handle?: ReactNode
  children?: ReactNode
}

/** Sidebar with toggle and handle; a drawer below 900 px. */
export function SidebarFrameView({ asideRef, scrimRef, ...props }: SidebarFrameViewProps) {
  const {
    reader: { t },
    isCollapsed = false,
  } = props
  const toggleLabel = isCollapsed ? t('Expand sidebar') : t('Collapse sidebar')
  return (
    <>
      <aside
        ref={asideRef}
        className="ox-sidebar"
        id="ox-sidebar"
        aria-label={props.label}
        data-open={props.isDrawerOpen || undefined}
        tabIndex={-1}
      >
        <Region html={props.html} className="ox-sidebar-body">
          {props.children}
        </Region>
        <button
          type="button"
          className="ox-sidebar-toggle"
          aria-expanded={!isCollapsed}
          aria-controls="ox-sidebar"
          aria-label={toggleLabel}
          title={`${toggleLabel} ( [ )`}
          {...props.toggleProps}
        >
          <Icon name={isCollapsed ? 'chevronRight' : 'chevronLeft'} size={16} />
        </button>
        {props.handle ?? <div className="ox-sidebar-handle" />}
      </aside>
      <div ref={scrimRef} className="ox-scrim" data-open={props.isDrawerOpen || undefined} />
    </>
  )
}

/** Button of the sidebar drawer, below 900 px. */
export function DrawerButtonView({
  reader: { t },
  isOpen = false,
  onClick,
}: {
  reader: Reader
  isOpen?: boolean
  onClick?: () => void
}) {
  return (
    <button
      type="button"
      className="ox-icon-button ox-drawer-button"
      aria-label={t('Open sidebar')}
      aria-controls="ox-sidebar"
      aria-expanded={isOpen}
      onClick={onClick}
    >
      <Icon name="menu" />
    </button>
  )
}

/** Read-only banner; `children` is shown when the mode has ended. */
export function AccessModeView({ banner, children }: { banner: string | null; children?: ReactNode }) {
  return (
    <div className="ox-access-mode" role="status">
      {banner !== null && <p>{banner}</p>}
      {children}
    </div>
  )
}

/** Footer. `node`: cluster node that answered. */
export function FooterView({
  reader: { t },
  version,
  node,
  children,
}: {
  reader: Reader
  version: string
  node?: string | undefined
  /** Browser-only panels of features. */
  children?: ReactNode
}) {
  return (
    <footer id="footer" className="ox-footer">
      {children}
      <ul id="poweredby">
        <li>
          {`${t('Powered by {{product}}', { product: 'Oxbow' })} `}
          <span id="footer-build-information">{version}</span>
        </li>
        {node && <li id="footer-cluster-node">{`${t('Node')}: ${node}`}</li>}
      </ul>
    </footer>
  )
}
