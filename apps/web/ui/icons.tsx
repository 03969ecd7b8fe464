// The icons: 16 px, strokes of 1.5 px in the colour of the text. They are hidden from screen readers, because the button around an icon
// has the name.
import type { ReactNode } from 'react';

function icon(drawing: ReactNode) {
  return function Icon() {
    return (
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {drawing}
      </svg>
    );
  };
}

export const CloseIcon = icon(<path d="M4 4l8 8M12 4l-8 8" />);
export const PlusIcon = icon(<path d="M8 3.5v9M3.5 8h9" />);
export const MinusIcon = icon(<path d="M3.5 8h9" />);
export const CheckIcon = icon(<path d="M3 8.5l3.2 3.2L13 5" />);
export const ChevronDownIcon = icon(<path d="M4.5 6.5L8 10l3.5-3.5" />);
export const ChevronUpIcon = icon(<path d="M4.5 9.5L8 6l3.5 3.5" />);
export const ChevronRightIcon = icon(<path d="M6.5 4.5L10 8l-3.5 3.5" />);
export const ChevronLeftIcon = icon(<path d="M9.5 4.5L6 8l3.5 3.5" />);
export const GripIcon = icon(
  <g fill="currentColor" stroke="none">
    <circle cx="6" cy="4" r="1" />
    <circle cx="10" cy="4" r="1" />
    <circle cx="6" cy="8" r="1" />
    <circle cx="10" cy="8" r="1" />
    <circle cx="6" cy="12" r="1" />
    <circle cx="10" cy="12" r="1" />
  </g>,
);
export const SuspendIcon = icon(<path d="M5.75 3.5v9M10.25 3.5v9" />);
export const ResubmitIcon = icon(<path d="M5 3.2v9.6L12.5 8z" />);
export const DeleteIcon = icon(
  <path d="M3 4.5h10M6.2 4.5V2.8h3.6v1.7M4.2 4.5l.6 8.7h6.4l.6-8.7M6.8 7v3.8M9.2 7v3.8" />,
);
export const MarketsIcon = icon(<path d="M2.5 3.5h11v9h-11zM2.5 6.5h11M8 6.5v6" />);
export const DepthIcon = icon(
  <path d="M8 2.5v11M6 4.5H3.5M6 8H2M6 11.5H4.5M10 4.5h4M10 8h2.5M10 11.5h3.5" />,
);
export const OrdersIcon = icon(<path d="M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01" />);
export const CompletedIcon = icon(
  <path d="M5.5 4h8M5.5 8h8M9.5 12h4M1.8 4.2l.8.8 1.4-1.6M1.8 8.2l.8.8L4 7.4M2.5 12.3l1.3 1.3 3-3.4" />,
);
export const PositionsIcon = icon(<path d="M2.5 13.5h11M4 11V7.5M7 11V3.5M10 11V6M13 11V8.5" />);
export const ConsolidatedIcon = icon(
  <path d="M2.5 13.5h11M4.5 11V8.500M8 11V3.5M11.500 11V6M2.500 3h3M2.500 5.500h2" />,
);
export const DealsIcon = icon(
  <path d="M2.5 5.5h9M8.8 2.8l2.7 2.7-2.7 2.7M13.5 10.5h-9M7.2 7.8l-2.7 2.7 2.7 2.7" />,
);
export const UnmatchedIcon = icon(
  <path d="M2.500 5.500h7M7 3l2.500 2.500L7 8M13.500 10.500h-3M8.500 10.500h-1M5.500 10.500h-1M6.500 8.300l-2.200 2.200 2.200 2.200" />,
);
export const EditIcon = icon(<path d="M3 13l.6-2.9 7.2-7.2 2.3 2.3-7.2 7.2zM9.6 4.1l2.3 2.3" />);
export const ReduceIcon = icon(<path d="M3 4h10M3 8h6.5M3 12h3.5M12 7.5v5M9.8 10.5l2.2 2.2 2.2-2.2" />);
export const FilterIcon = icon(<path d="M2.5 3.5h11L9.3 8.6v4.2l-2.6-1.3V8.6z" />);
export const SuspendAllIcon = icon(<path d="M2.5 2.5h11v11h-11zM6.3 5.5v5M9.7 5.5v5" />);
export const CancelAllIcon = icon(<path d="M2.5 2.5h11v11h-11zM5.7 5.7l4.6 4.6M10.3 5.7l-4.6 4.6" />);
export const DoubleIcon = icon(<path d="M5 13V3.5M2.5 6L5 3.5 7.5 6M11 3v9.5M8.5 10l2.5 2.5 2.5-2.5" />);
export const ClearingIcon = icon(<path d="M2.5 6L8 2.500 13.500 6zM4 6v6M8 6v6M12 6v6M2.5 13.500h11" />);
export const BreakdownIcon = icon(
  <path d="M3 2.500v9.500h4M3 6h4M7.500 4h6v3.500h-6zM7.500 10h6v3.500h-6z" />,
);
export const CloseOutIcon = icon(
  <path d="M8 3v10M1.5 8h4M3.7 5.8L5.9 8l-2.2 2.2M14.5 8h-4M12.3 5.8L10.1 8l2.2 2.2" />,
);
export const ReverseIcon = icon(<path d="M4.5 2.5v10M2 10l2.5 2.5L7 10M11.5 13.5v-10M9 6l2.5-2.5L14 6" />);
export const NoticesIcon = icon(
  <path d="M4 11V7.500a4 4 0 0 1 8 0V11l1.200 1.500H2.800zM6.500 12.500a1.500 1.500 0 0 0 3 0" />,
);
export const SoundBlockedIcon = icon(
  <path d="M2.5 6v4h2.3L8 12.8V3.2L4.8 6zM10.5 6.2l3.5 3.6M14 6.2l-3.5 3.6" />,
);
export const MoreIcon = icon(
  <g fill="currentColor" stroke="none">
    <circle cx="3.5" cy="8" r="1.3" />
    <circle cx="8" cy="8" r="1.3" />
    <circle cx="12.5" cy="8" r="1.3" />
  </g>,
);
export const ToolsIcon = icon(
  <path d="M2.5 4.5h5M11 4.5h2.500M2.500 11.500h2.500M8.500 11.500h5M9.2 2.7v3.600M6.7 9.700v3.600" />,
);
export const PanelIcon = icon(<path d="M2.5 3.5h11v9h-11zM2.5 6.2h11" />);
export const SunIcon = icon(
  <>
    <circle cx="8" cy="8" r="2.7" />
    <path d="M8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9" />
  </>,
);
export const MoonIcon = icon(<path d="M13 9.6A5.6 5.6 0 0 1 6.4 3a5.6 5.6 0 1 0 6.6 6.6z" />);
export const SignOutIcon = icon(<path d="M6.5 2.5h-4v11h4M10 5l3 3-3 3M13 8H6" />);
export const LockIcon = icon(<path d="M3.5 7.2h9v6.3h-9zM5.3 7.2V5.1a2.7 2.7 0 0 1 5.4 0v2.1" />);
export const UnlockIcon = icon(<path d="M3.5 7.2h9v6.3h-9zM5.3 7.2V5.1a2.7 2.7 0 0 1 5.2-1" />);
export const SaveIcon = icon(<path d="M3 2.5h8l2.5 2.5v8.5h-11v-11zM5.5 2.5v3h4v-3M5 13.5V9h6v4.5" />);
export const SaveAsIcon = icon(<path d="M13.5 7V5L11 2.5H3v11h5M5.5 2.5v3h4v-3M12 9.5v5M9.5 12h5" />);
export const PinIcon = icon(<path d="M6 2.5h4l-.5 4 2.2 2.3H4.3L6.5 6.5zM8 8.8v4.7" />);
export const UserIcon = icon(
  <>
    <circle cx="8" cy="5.3" r="2.6" />
    <path d="M2.8 13.5c.6-2.7 2.6-4 5.2-4s4.6 1.3 5.2 4" />
  </>,
);
export const WarningIcon = icon(<path d="M8 2.3l6.2 11.2H1.8zM8 6.5v3.2M8 11.7h.01" />);
export const LadderIcon = icon(<path d="M4.5 2.5v11M11.5 2.5v11M4.5 5h7M4.5 8h7M4.5 11h7" />);
export const CentreIcon = icon(
  <path d="M2.5 8h11M8 2v3.2M6.3 3.7L8 5.4l1.7-1.7M8 14v-3.2M6.3 12.3L8 10.6l1.7 1.7" />,
);
export const SplitDealIcon = icon(<path d="M8 13.5V9.5L3.5 5M8 9.5L12.500 5M3.5 8V5h3M12.500 8V5h-3" />);
export const CumulateIcon = icon(<path d="M8 2.500v4.500L3.5 12M8 7l4.500 5M6 4.500l2-2 2 2" />);
export const PrincipalIcon = icon(
  <>
    <circle cx="6" cy="5" r="2.3" />
    <path d="M2 13.500c.5-2.500 2-3.700 4-3.700 1 0 1.800.3 2.500.8M9.500 12l1.500 1.500 3-3.200" />
  </>,
);
export const AccountIcon = icon(
  <path d="M2.5 4.500h4l1.500 1.700h5.500v6.800h-11zM6 9.700h4.500M8.800 8l1.700 1.700-1.700 1.700" />,
);
export const AssignIcon = icon(<path d="M2.500 8h8M7.500 4.800L10.700 8l-3.200 3.200M13.500 3v10" />);
export const TripartiteIcon = icon(
  <>
    <circle cx="8" cy="3.800" r="1.800" />
    <circle cx="3.600" cy="11.700" r="1.800" />
    <circle cx="12.400" cy="11.700" r="1.800" />
    <path d="M7 5.500l-2.500 4.600M9 5.500l2.500 4.600M5.600 11.700h4.800" />
  </>,
);
export const LinkIcon = icon(
  <path d="M6.800 9.200a2.600 2.600 0 0 0 3.700 0l2.200-2.200a2.600 2.600 0 0 0-3.700-3.700l-.8.800M9.200 6.800a2.600 2.600 0 0 0-3.700 0L3.300 9a2.600 2.600 0 0 0 3.700 3.700l.8-.8" />,
);
export const SumIcon = icon(<path d="M12 5V3H4l4.5 5L4 13h8v-2" />);
export const UndoIcon = icon(<path d="M6 3L2.8 6.2 6 9.4M3 6.2h6.3a3.6 3.6 0 0 1 0 7.2H6.5" />);
export const RedoIcon = icon(<path d="M10 3l3.2 3.2L10 9.4M13 6.2H6.7a3.6 3.6 0 0 0 0 7.2h2.8" />);
export const ResizeIcon = icon(<path d="M9.5 2.5h4v4M13.2 2.8L9 7M6.5 13.5h-4v-4M2.8 13.2L7 9" />);
export const SpawnIcon = icon(
  <>
    <circle cx="8" cy="8" r="2.2" />
    <path d="M8 1.8v2.4M8 11.8v2.4M1.8 8h2.4M11.8 8h2.4" />
  </>,
);
export const DialogPlaceIcon = icon(<path d="M2.5 2.5h11v11h-11zM5 6.5h6v4H5z" />);
export const FreezeIcon = icon(<path d="M8 2v12M2.8 5l10.4 6M13.2 5L2.8 11" />);
export const SwapIcon = icon(<path d="M3 5.5h9M9.5 3L12 5.5 9.5 8M13 10.5H4M6.5 8L4 10.5 6.5 13" />);
export const ColourIcon = icon(
  <path d="M8 2.2s4.2 4.3 4.2 7.3a4.2 4.2 0 0 1-8.4 0C3.8 6.5 8 2.2 8 2.200z" />,
);
export const ColumnsIcon = icon(<path d="M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10" />);
export const GroupIcon = icon(<path d="M2.5 3.500h11M5 6.500h8.500M5 9.500h8.500M2.5 12.500h11" />);
export const DensityIcon = icon(<path d="M2.5 3.5h11M2.5 6.5h11M2.5 9.500h11M2.5 12.500h11" />);
export const CopyIcon = icon(<path d="M5.5 5.500h8v8h-8zM10.5 5.500v-3h-8v8h3" />);
export const DownloadIcon = icon(<path d="M8 2.500v7.500M4.8 7L8 10.2 11.2 7M2.5 13.500h11" />);
export const UploadIcon = icon(<path d="M8 10.500V3M4.8 6L8 2.8 11.2 6M2.5 13.500h11" />);
export const MaximiseIcon = icon(<path d="M2.5 2.500h11v11h-11zM2.5 5.500h11" />);
export const DockIcon = icon(<path d="M2.5 3h11v10h-11zM8 3v10M10.200 6.500h1.300M10.200 9.500h1.300" />);
export const TabsIcon = icon(<path d="M2.500 5.500v8h11v-8zM2.500 5.500v-3h5v3M7.500 2.500h5v3" />);
export const FloatIcon = icon(<path d="M6.500 2.500h7v7h-7zM4 6.500H2.500v7h7V12" />);
export const OptionsIcon = icon(<path d="M2 11.5h5l6-7.500M8 2.500v11" />);
export const CalculatorIcon = icon(
  <path d="M3.5 2.500h9v11h-9zM5.500 5h5M5.700 8h.01M8 8h.01M10.300 8h.01M5.700 11h.01M8 11h.01M10.300 11h.01" />,
);
export const SplitsIcon = icon(<path d="M2.500 8h4.500L11 4h2.500M7 8l4 4h2.500" />);
export const CalendarIcon = icon(<path d="M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2.5V4M10.5 2.5V4" />);
export const MtmIcon = icon(<path d="M2.5 8.500v-6h6l5 5-6 6zM5.500 5.500h.01" />);
export const SiloIcon = icon(
  <path d="M4 6v7.500h8V6M4 6c0-2 1.800-3.500 4-3.500s4 1.500 4 3.500M4 6h8M4 9.500h8" />,
);
export const AuctionIcon = icon(
  <path d="M7.500 2.500l4 4M5.500 4.500l4 4M9.500 2.500l-4 4M9 6.500l4.500 4.500M2.500 13.500h6" />,
);
export const ClockIcon = icon(
  <>
    <circle cx="8" cy="8" r="5.7" />
    <path d="M8 4.800V8h3" />
  </>,
);
export const AverageIcon = icon(<path d="M2 12.5c2.500 0 3-7 6-7s3 4 6 4M2 9.500h2M12 5h2" />);
export const ChartIcon = icon(<path d="M4.500 2.500v11M3 5h3v5H3zM11.500 2.500v11M10 4.500h3v4h-3z" />);
export const ActionsListIcon = icon(
  <>
    <circle cx="8" cy="8" r="5.7" />
    <path d="M8 4.800V8l2.3 1.6" />
  </>,
);
export const PreferencesIcon = icon(
  <path d="M2 4.500h5M11 4.500h3M9 2.500v4M2 11.500h3M9 11.500h5M7 9.500v4" />,
);
export const SearchIcon = icon(
  <path d="M7 11.5a4.5 4.5 0 1 0 0-9 4.500 4.500 0 0 0 0 9zM10.300 10.300l3.200 3.200" />,
);
export const ManualIcon = icon(
  <path d="M8 4.500c-1.500-1-3.500-1.300-6-1v8.500c2.500-.3 4.500 0 6 1 1.500-1 3.500-1.300 6-1v-8.500c-2.500-.3-4.500 0-6 1v8.500" />,
);
export const KeysIcon = icon(
  <path d="M1.500 4h13v8h-13zM4 6.500h0M6.700 6.500h0M9.300 6.500h0M12 6.500h0M5 9.500h6" />,
);
