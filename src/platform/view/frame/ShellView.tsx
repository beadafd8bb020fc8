import type { CSSProperties, HTMLAttributes, ReactNode, Ref } from 'react'
import { Icon } from '../Icon.tsx'
import type { Reader } from '../reader.ts'
import { Region } from '../Region.tsx'

export interface ShellViewProps {
  reader: Reader
  /** `bare` for sign-in and set-up: no sidebar and no search. */
  layout: 'normal' | 'bare'
  header: ReactNode
  connection?: ReactNode
  accessMode: ReactNode
  isNavigating?: boolean
  sidebar?: ReactNode
  /** In px; the style sheet's own where absent. */
  sidebarWidth?: number | undefined
  isSidebarCollapsed?: boolean
  main: ReactNode
  /** Markup of the main part that no view has rendered; takes the place of `main`. */
  mainHtml?: string | undefined
  footer: ReactNode
}

/** The frame around every screen. */
export function ShellView(props: ShellViewProps) {
  const { reader: { t }, layout, sidebar, sidebarWidth } = props
  const style = sidebarWidth === undefined ? undefined : ({ '--ox-sidebar-width': `${sidebarWidth}px` } as CSSProperties)
  return (
    <>
      <a className="ox-skip" href="#main">
        {t('Skip to content')}
      </a>
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
  /** Markup of the body that no view has rendered; takes the place of `children`. */
  html?: string | undefined
  /** What the browser adds to the parts of the frame. */
  asideRef?: Ref<HTMLElement>
  scrimRef?: Ref<HTMLDivElement>
  toggleProps?: HTMLAttributes<HTMLButtonElement> & { disabled?: boolean }
  /** The edge by which the browser lets people resize it. */
  handle?: ReactNode
  children?: ReactNode
}

/** The column at the left with its toggle and its edge; a drawer below 900 px. */
export function SidebarFrameView({ asideRef, scrimRef, ...props }: SidebarFrameViewProps) {
  const { reader: { t }, isCollapsed = false } = props
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

/** The button that opens the sidebar as a drawer, below 900 px. */
export function DrawerButtonView({ reader: { t }, isOpen = false, onClick }: { reader: Reader; isOpen?: boolean; onClick?: () => void }) {
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

/** Says that nothing can be changed; `children` is what the browser adds when that is over. */
export function AccessModeView({ banner, children }: { banner: string | null; children?: ReactNode }) {
  return (
    <div className="ox-access-mode" role="status">
      {banner !== null && <p>{banner}</p>}
      {children}
    </div>
  )
}

/** The document's foot. `node` names the server of a cluster that answered. */
export function FooterView({ reader: { t }, version, node }: { reader: Reader; version: string; node?: string | undefined }) {
  return (
    <footer id="footer" className="ox-footer">
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
