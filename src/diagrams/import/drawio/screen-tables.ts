/** draw.io's parts of screens (mock-ups, iOS, Android, Material, Bootstrap) as library shapes. */
import { shapeIds, type ShapeIds } from '../../shapes/shape-ids.ts'

/** By library and name in `shape=mxgraph.<library>.<name>`. */
export const SCREENS: Readonly<Record<string, ShapeIds>> = {
  mockup: shapeIds(
    'wireframe',
    `
    containers.browserWindow:container.browser containers.window:container.window
    containers.userMale:network.user containers.userFemale:network.user-female containers.videoPlayer:video
    buttons.button:button buttons.multiButton:button buttons.onOffButton:toggle forms.comboBox:dropdown
    forms.searchBox:search-field forms.checkbox:checkbox forms.radioButton:radio
    forms.horSlider:slider forms.spinner:number forms.colorPicker:object.palette forms.pwField:text-field
    forms.wrtext:text-field forms.splitter:scrollbar-vertical forms.checkboxGroup:list forms.radioGroup:list
    forms.dialogBox:dialog forms.signIn:dialog forms.calendar:date-picker forms.uRect:basic.rectangle
    graphics.barChart:bar-chart
    graphics.columnChart:column-chart graphics.lineChart:line-chart graphics.pieChart:pie-chart
    graphics.plotChart:markers graphics.bubbleChart:markers graphics.gauge:cloud.metrics graphics.iconGrid:icon-grid
    graphics.simpleIcon:image markup.curlyBrace:basic.brace-left markup.line:basic.line-horizontal
    markup.redX:basic.cross-out markup.scratchOut:basic.cross-out misc.rating:rating misc.editIcon:icon-edit
    misc.help_icon:software.question misc.map:map misc.pin:icon-pin misc.progressBar:progress
    misc.playbackControls:player misc.shoppingCart:icon-cart misc.mail2:cloud.mail misc.dialogBox:dialog
    misc.wrench:object.wrench misc.trashcan1:icon-delete misc.volume:object.loudspeaker misc.revisionTable:table
    misc.cCard:object.card misc.rss:cloud.topic misc.lock:network.lock misc.link:icon-link misc.home:icon-home
    navigation.breadcrumb:breadcrumbs navigation.pagination:pagination navigation.scrollBar:scrollbar-horizontal
    navigation.stepBar:breadcrumbs navigation.tabBar:tabs navigation.coverFlow:image 
    text.alphanumeric:text-field text.callout:basic.callout text.stickyNote:basic.note text.stickyNote2:basic.note
    text.textBox:text-field text.bulletedList:list text.list:list text.link:icon-link
  `,
  ),
  ios: shapeIds(
    'wireframe',
    `
    iPhone:container.phone iPad:container.tablet iBgFlat:panel iBgStriped:panel iBgMap:map iAppBar:status-bar
    iHomePageControl:page-control iPageControl:page-control iPin:basic.pin iButton:button iButtonBack:button
    iCheck:icon-check iCheckGroup:list iOption:radio iOnOffButton:toggle iSlider:slider iProgressBar:progress
    iDownloadBar:progress iVideoControls:player iDialogBox:dialog iDialogBoxWithButtons:dialog iPrompt:dialog
    iDeleteApp:icon-close iDir:icon-next iIconGrid:icon-grid iSearchBox:search-field iTextInput:text-field
    iComboBox:dropdown iTopBar:menu-bar iTopBarUnlocked:status-bar iTopBarLocked:status-bar iKeybLett:keyboard
    iKeybNumb:keyboard iKeybSymb:keyboard iLocBar:tooltip iURLBar:text-field iSortFindIcon:icon-search
    iAddIcon:icon-add iInfoIcon:software.information iArrowIcon:icon-next iDeleteIcon:icon-delete iLockButton:button
    iCall:button iCallButtons:button iAlphaList:list
  `,
  ),
  ios7: shapeIds(
    'wireframe',
    `
    misc.iphone:container.phone misc.ipad7inch:container.tablet misc.ipad10inch:container.tablet
    misc.ipad13inch:container.tablet misc.ipadmini:container.tablet misc.check:icon-check misc.check2:icon-check
    misc.options:icon-more misc.more:icon-more misc.picker:picker misc.select:checkbox-checked
    misc.contacts_bar:list misc.right:icon-next misc.left:icon-back misc.up:icon-upload misc.down:icon-download
    misc.adjust:slider misc.flagged:software.flag misc.alarm:object.alarm-clock misc.add:icon-add
    misc.keyboard:keyboard misc.search:icon-search misc.graph:line-chart misc.marked:checkbox-checked
    misc.unmarked:checkbox misc.page_control:page-control
  `,
  ),
  ios7ui: shapeIds(
    'wireframe',
    `
    phone:container.phone appBar:status-bar iconGrid:icon-grid icon:popover downloadBar:progress
    pageControl:page-control actionDialog:dialog slider onOffButton:toggle  horButtonBar:tabs searchBox:search-field
    arrow:icon-next
    horCallButton:button callButton:button callDialog:dialog ios7Keyboard:keyboard
  `,
  ),
  android: shapeIds(
    'wireframe',
    `
    phone2:container.phone tablet:container.tablet action_bar:menu-bar action_bar_landscape:menu-bar
    checkbox checkboxGroup:list checkboxGroup2:list progressBar:progress progressScrubberDisabled:slider
    progressScrubberFocused:slider progressScrubberPressed:slider quickscroll2:scrollbar-vertical
    quickscroll3:scrollbar-vertical radiobutton:radio spinner:dropdown spinner2:dropdown
    statusBar:status-bar switch_off:toggle switch_on:toggle tabs textfield:text-field textSelHandles:pointer-up
    indeterminateSpinner:cloud.sync indeterminate_progress_bar:progress contact_badge_focused:avatar
    contact_badge_normal:avatar contextual_action_bar:menu-bar contextual_split_action_bar:menu-bar
    minus:icon-more keyboard
  `,
  ),
  gmdl: shapeIds(
    'wireframe',
    `
    top_bar:status-bar bottom_bar:status-bar left:icon-back right:icon-next back:icon-back player
    button button_mini:button checkbox radiobutton:radio switch:toggle slider progressBar:progress
    sliderDiscrete:slider sliderDiscreteDots:slider phone:container.phone tablet:container.tablet
    navigation_bar:tabs search:search-field menu:menu chip:tooltip dialog card:panel play:icon-play
  `,
  ),
  bootstrap: shapeIds(
    'wireframe',
    `
    checkbox checkbox2:checkbox-checked radioButton:radio
    radioButton2:radio-selected leftButtonStriped:progress rightButtonStriped:progress arrow:icon-next image
    x:icon-close horLines:rule android2:network.smartphone
    phone:container.phone tablet:container.tablet
  `,
  ),
}

/**
 * Plain parts that all these libraries have, in folders or not: boxes with round corners (`rSize`), round on one side,
 * or with a margin, and places of a label alone.
 */
const PLAIN: ShapeIds = shapeIds(
  'basic',
  `
  rect:rectangle marginRect:rectangle marginRect2:rectangle rrect:rounded-rectangle leftButton:rounded-rectangle
  rightButton:rounded-rectangle topButton:rounded-rectangle bottomButton:rounded-rectangle anchor:text ios7Anchor:text
`,
)

/** @param name after `mxgraph.<library>.` */
export function plainPart(library: string, name: string): string | undefined {
  const part = name.slice(name.lastIndexOf('.') + 1)
  return Object.hasOwn(SCREENS, library) && Object.hasOwn(PLAIN, part) ? PLAIN[part] : undefined
}
