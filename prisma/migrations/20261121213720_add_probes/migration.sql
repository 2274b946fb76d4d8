-- CreateTable
CREATE TABLE "probes" (
    "subject" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "says" TEXT NOT NULL,
    "mend" TEXT,
    "measured" TEXT,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "since" TIMESTAMPTZ(3) NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "probes_pkey" PRIMARY KEY ("subject")
);
