import type { ReactNode } from "react";

type Mark = { readonly ground: string; readonly sign?: ReactNode };

/** Our own geometric signs on each coin's known colour; other coins show their first letter. */
const MARKS: Readonly<Record<string, Mark>> = {
  ETH: { ground: "#5b6bd5", sign: <path d="m16 5 7 11-7 4-7-4ZM9 18l7 4 7-4-7 9Z" /> },
  USDT: {
    ground: "#1f9372",
    sign: <path d="M8 8h16v4h-6v3c4 .3 6 1 6 2s-2 1.7-6 2v6h-4v-6c-4-.3-6-1-6-2s2-1.7 6-2v-3H8Z" />,
  },
  USDC: {
    ground: "#2566c4",
    sign: (
      <path d="M14.5 6h3v2.500c2.5.4 4 1.7 4.2 3.700h-3c-.3-1-1.2-1.5-2.7-1.5-1.6 0-2.5.6-2.5 1.5 0 2.8 8.5.5 8.5 6.3 0 2.3-1.7 3.8-4.5 4.200V26h-3v-3.200c-2.8-.4-4.4-1.9-4.6-4.200h3c.3 1.2 1.3 1.9 3.1 1.9 1.9 0 2.9-.7 2.9-1.8 0-3-8.5-.6-8.5-6.4 0-2 1.5-3.5 4.1-3.900Z" />
    ),
  },
  DAI: {
    ground: "#c98410",
    sign: (
      <path d="M10 8h6c5 0 8 3 8 8s-3 8-8 8h-6v-5H8v-2h2v-2H8v-2h2Zm3 3v2h7c-.8-1.3-2.2-2-4-2Zm0 4v2h7.600v-2Zm0 4v2h3c1.8 0 3.2-.7 4-2Z" />
    ),
  },
  BTC: {
    ground: "#c96f08",
    sign: (
      <path d="M12 8h2V5.500h2V8h1.500c3 0 4.8 1.4 4.8 3.8 0 1.6-.8 2.8-2.2 3.4 1.9.5 3 1.9 3 3.9 0 2.9-2 4.9-5.1 4.900h-2v2.500h-2V24h-4v-2.500h1.500v-11H10V8Zm2 2.500v4h3c1.4 0 2.2-.8 2.2-2s-.8-2-2.2-2Zm0 6.500v4.500h3.600c1.5 0 2.4-.9 2.4-2.200s-.9-2.3-2.4-2.300Z" />
    ),
  },
  BNB: {
    ground: "#a87c05",
    sign: (
      <path d="m16 6 4.5 4.500L18 13l-2-2-2 2-2.5-2.500Zm0 20-4.5-4.500L14 19l2 2 2-2 2.5 2.500ZM6 16l2.5-2.500L11 16l-2.5 2.500Zm20 0-2.5-2.500L21 16l2.5 2.500Zm-10-2.5 2.5 2.5-2.5 2.5-2.5-2.500Z" />
    ),
  },
  POL: {
    ground: "#7a3fd6",
    sign: (
      <path d="m12 9 5 3v6l-5 3-5-3v-6Zm0 3-2.3 1.500v3L12 18l2.3-1.500v-3Zm8-1 5 3v6l-5 3-5-3v-1l2.5-1.400L20 19l2.3-1.500v-2L20 14l-1 .6v-3Z" />
    ),
  },
  AVAX: { ground: "#d63a3b", sign: <path d="M16 7 6.5 24h6l6.5-12Zm4.5 10-4 7h8Z" /> },
  LTC: {
    ground: "#4b6ea9",
    sign: <path d="M13 7h4l-1.7 7 2.7-1.2-.6 2.5-2.8 1.2-.9 4.500h8l-.8 3H9l1.4-6.3-2.1.9.6-2.5 2.2-1Z" />,
  },
  TRX: {
    ground: "#cf2a2d",
    sign: <path d="m7 7 14 3 4 4-10 12Zm3 3 5 11 1-7Zm2 0 5 3 3-2Zm6 5-1 6 5-6Zm1-2 4 1-2-2Z" />,
  },
  SOL: {
    ground: "#6d4bd8",
    sign: <path d="M10.5 8H25l-3.5 3.500H7ZM7 14.200h14.500l3.5 3.600H10.500Zm3.5 6.300H25L21.5 24H7Z" />,
  },
  TON: {
    ground: "#0f7fbf",
    sign: (
      <path d="M8 9h16l1.500 2.500L16 25.500 6.5 11.500Zm6.800 2.500H9.500l5.300 7.800Zm2.400 0v7.800l5.300-7.800Z" />
    ),
  },
  DOGE: {
    ground: "#94772a",
    sign: (
      <path d="M11 8h5.500c5 0 8 3 8 8s-3 8-8 8H11v-6.600H8.500v-2.600H11Zm3.200 3v3.800h3.800v2.600h-3.800V21h2.300c3.100 0 4.700-1.800 4.700-5s-1.600-5-4.700-5Z" />
    ),
  },
  DASH: {
    ground: "#1c75bc",
    sign: (
      <path d="M11.500 8H20c3.200 0 4.800 2 4 5l-1.500 6c-.8 3.200-3 5-6.200 5H7.500l.8-3h8c1.500 0 2.500-.8 2.900-2.300l1.400-5.400c.3-1.500-.3-2.300-1.800-2.300h-8Zm-3 6.500h7l-.8 3h-7Z" />
    ),
  },
  BCH: {
    ground: "#0b8a5f",
    sign: (
      <path d="M12 8h2V5.500h2V8h1.500c3 0 4.8 1.4 4.8 3.8 0 1.6-.8 2.8-2.2 3.4 1.900.5 3 1.900 3 3.900 0 2.900-2 4.900-5.100 4.900h-2v2.500h-2V24h-4v-2.500h1.500v-11H10V8Zm2 2.500v4h3c1.400 0 2.200-.8 2.200-2s-.8-2-2.200-2Zm0 6.500v4.500h3.600c1.500 0 2.400-.9 2.400-2.200s-.9-2.300-2.400-2.300Z" />
    ),
  },
  XMR: {
    ground: "#c8500a",
    sign: <path d="M6.500 22V10.500l9.500 9 9.500-9V22H19v-4.500l-3 3-3-3V22Z" />,
  },
};

const OTHER_GROUND = "#5a6474";

type CoinMarkProps = { readonly currency: string };

/** Decoration beside the coin's name. */
export function CoinMark({ currency }: CoinMarkProps) {
  const mark = MARKS[currency] ?? { ground: OTHER_GROUND };
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="16" fill={mark.ground} />
      {mark.sign === undefined ? (
        <text x="16" y="22" textAnchor="middle" fontSize="17" fontWeight="700" fill="#fff">
          {currency.slice(0, 1)}
        </text>
      ) : (
        <g fill="#fff" fillRule="evenodd">
          {mark.sign}
        </g>
      )}
    </svg>
  );
}
