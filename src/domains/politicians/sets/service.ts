import type { MessageInitShape } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import type { Engine } from "../../../engine/engine.ts";
import {
  AggregateDeclarationsResponseSchema,
  AggregateDonationsResponseSchema,
  DonationGroup,
  type DonationSumSchema,
  ExplorerService,
  type ReceiptKind,
} from "../../../gen/terrace/v1/explorer_pb.ts";
import { cachedMethod } from "../../../rpc/cached-method.ts";
import type { UnaryMethod } from "../../../rpc/unary-method.ts";
import type { MethodOptions } from "../../domain.ts";
import { REGISTER_LICENCE_TEXT, SCOPE_NOTE } from "../notes.ts";
import { fundingAsAt, fundingNotes } from "../queries/donations.ts";
import { asAtFields } from "../queries/register.ts";
import { countDeclarations } from "./count-declarations.ts";
import { declarationColumns } from "./declaration-columns.ts";
import { type DonationNames, donationNames } from "./donation-columns.ts";
import { donationSums } from "./donation-thread.ts";
import { declarationQuery, donationQuery } from "./rules.ts";
import type { DonationFigures, FoundSum } from "./sum-donations.ts";

/** AggregateDonations and AggregateDeclarations: figures of any set of receipts and of declarations, from columns. */
export function setMethods(engine: Engine, options: MethodOptions): UnaryMethod[] {
  const { method } = ExplorerService;
  return [
    cachedMethod(engine, method.aggregateDonations, options, {
      queryOf: (request, view) => {
        const isOn = options.switches().partyFunding !== false;
        return { ...donationQuery(request, isOn ? donationNames(view) : undefined), isOn };
      },
      lookUp: async (view, query, signal, { time }) => {
        if (!query.isOn) return create(AggregateDonationsResponseSchema);
        const names = donationNames(view);
        const { sums, totalCount, all } = await donationSums(view)(query, signal, time);
        return create(AggregateDonationsResponseSchema, {
          sums: sums.map((sum) => sumFields(names, query.groupBy, sum)),
          totalCount,
          all: figureFields(all),
          scopeNote: SCOPE_NOTE,
          ...fundingNotes(view),
          ...fundingAsAt(view),
        });
      },
    }),
    cachedMethod(engine, method.aggregateDeclarations, options, {
      queryOf: (request) => ({
        ...declarationQuery(request),
        isOn: options.switches().interestRegister !== false,
      }),
      lookUp: async (view, query) => {
        if (!query.isOn) return create(AggregateDeclarationsResponseSchema);
        const columns = declarationColumns(view);
        return create(AggregateDeclarationsResponseSchema, {
          ...countDeclarations(columns, query),
          extractedParliaments: [...columns.extracted],
          partialParliaments: [...columns.partial],
          pendingParliaments: [...columns.pending],
          sourceLicence: REGISTER_LICENCE_TEXT,
          ...asAtFields(view),
        });
      },
    }),
  ];
}

type SumFields = MessageInitShape<typeof DonationSumSchema>;

function figureFields({ cents, byKind, receipts, payers }: DonationFigures) {
  const [unspecified, donation, other, subscription, publicFunding] = byKind.map(BigInt);
  return {
    totalCents: BigInt(cents),
    receiptKinds: {
      donationCents: donation,
      otherReceiptCents: other,
      subscriptionCents: subscription,
      publicFundingCents: publicFunding,
      unspecifiedCents: unspecified,
    },
    receiptCount: receipts,
    donorCount: payers,
  } satisfies SumFields;
}

function sumFields(names: DonationNames, groupBy: readonly DonationGroup[], sum: FoundSum): SumFields {
  const fields: SumFields = figureFields(sum);
  for (const [i, group] of groupBy.entries()) {
    const place = sum.places[i];
    if (group === DonationGroup.PARTY_GROUP) fields.partyGroup = names.groups[place];
    else if (group === DonationGroup.RECEIPT_KIND) fields.receiptKind = place as ReceiptKind;
    else if (group === DonationGroup.FINANCIAL_YEAR) {
      fields.financialYear = names.years[place].label;
      fields.financialYearEnd = names.years[place].end;
    } else {
      const company = names.companies.get(place);
      fields.donorName = names.names[sum.name];
      fields.donorNameNorm = names.payers[place];
      fields.stockCode = company?.code ?? "";
      fields.companyName = company?.name ?? "";
      fields.matchMethod = company?.method ?? "";
    }
  }
  return fields;
}
