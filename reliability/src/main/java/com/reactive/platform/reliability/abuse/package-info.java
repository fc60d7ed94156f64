/** Clients that are slow, silent or never done, and whether those who are neither notice them. */
package com.reactive.platform.reliability.abuse;
