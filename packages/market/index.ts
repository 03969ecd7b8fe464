// The market that people use, independent of the transport: venue and projections behind calls and a hub, the schedule of the exchange day,
// and the demonstration with its past. It runs in Node and in a page: the host provides time, timers and connections.
export { commandOfBody } from './calls/command-of-body.ts';
export {
  type DocumentStores,
  documentCalls,
  getAllUserLayouts,
  layoutInReply,
  type UserDocument,
} from './calls/documents.ts';
export { KeyedQueue } from './calls/keyed-queue.ts';
export {
  accessOf,
  badInput,
  CallRejected,
  commandsAnsweredAt,
  dealOutcomePaths,
  errorsByPath,
  isRepeat,
  listedPrice,
  type MarketAccess,
  notFound,
  offsetMinutesOf,
  outcomeOfRequest,
  presentMarginsOf,
  replyToCommand,
  settingsOfMarket,
  submissionOf,
} from './calls/market-calls.ts';
export { answerRead, type HostReadKind, marketReadKinds } from './calls/read-answers.ts';
export { startDailyListing } from './demonstration/daily-listing.ts';
export { demoListing, holidaysOf } from './demonstration/demo-listing.ts';
export {
  type DemoUser,
  demoLayout,
  demoMaxOrderQuantity,
  demoPassword,
  demoPreferences,
  demoUsers,
  simulatedFlags,
  simulatedUsers,
} from './demonstration/demo-users.ts';
export { type IllustrativeHistory, illustrativeHistory } from './demonstration/illustrative-history.ts';
export { MemoryMarket, type MemoryMarketParts, type SavedMarket } from './demonstration/memory-market.ts';
export {
  type DemonstrationFiles,
  ensureDemoRights,
  ensureRights,
  flagsOf,
  marketFileOn,
  openDemonstration,
  openMarketOnce,
} from './demonstration/open-demonstration.ts';
export {
  newPast,
  type PastCommand,
  type PastCommandRunner,
  type PastPlan,
  PastTime,
  simulatePast,
} from './demonstration/simulate-past.ts';
export {
  marketNames,
  type RejectedOrder,
  type StartSimulator,
  startSimulation,
} from './demonstration/simulation.ts';
export { wordsOf } from './files/document-file.ts';
export {
  announcementsGroup,
  contractGroup,
  depthGroup,
  feedGroup,
  InvocationRejected,
  memberGroup,
  type RequestableGroup,
  requestableGroups,
  userGroup,
  viewerOf,
} from './hub/groups.ts';
export {
  createMarketHubMethods,
  depthsAtOnce,
  type MarketConnection,
  type MarketHubMethods,
  newSubscriptions,
  type Subscriptions,
} from './hub/hub-methods.ts';
export {
  createMarketFeed,
  type FeedGroup,
  type FeedHub,
  heartbeatMs,
  type MarketFeed,
  pollMs,
} from './hub/market-feed.ts';
export { type MarketFile, parseMarketFile, ReferenceDataError } from './reference/reference-data-file.ts';
export {
  type DayOfContract,
  memberOfReports,
  type ReportOf,
  type ReportReads,
  type ReportSources,
  reportText,
  requireEnded,
} from './reports/end-of-day-report.ts';
export {
  dayEndsAt,
  phaseCommands,
  type RunningSchedule,
  runSchedule,
  type ScheduleQuestions,
} from './schedule/run-schedule.ts';
export { parseSchedule, type Schedule, ScheduleError, scheduleOf } from './schedule/schedule.ts';
export { ScheduleCalendar } from './schedule/schedule-calendar.ts';
