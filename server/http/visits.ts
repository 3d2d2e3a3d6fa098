import type { FastifyRequest } from 'fastify';
import { perAddress } from '#contract/call';
import { createLocalLimits, takePerAddress } from '../core/limits/rate-limit.ts';
import { originOf } from './request-source.ts';

/** What pages, feeds and pictures for strangers need to know of a request. */
export type Visits = {
  /** The origin that pages give as their own. */
  origin(request: FastifyRequest): string;
  /** Counts a request; true if its address or network has sent too many. */
  isTooOften(request: FastifyRequest): boolean;
  /** Counts content that must be made; true if its address or network is over the limit. */
  makesTooMuch(request: FastifyRequest): boolean;
};

/** More than crawlers and a household's readers send. It protects this process alone, so it is counted here. */
const LIMITS = perAddress(300, 10);
/** A crawler reads a large sitemap in some minutes. */
const MAKING = perAddress(60, 60);

export function createVisits(publicUrl: string | null): Visits {
  const published = publicUrl === null ? null : new URL(publicUrl).origin;
  const limits = createLocalLimits();
  return {
    origin: (request) => published ?? originOf(request),
    isTooOften: ({ ip }) => takePerAddress(limits, 'visits', LIMITS, ip) !== null,
    makesTooMuch: ({ ip }) => takePerAddress(limits, 'making', MAKING, ip) !== null,
  };
}
